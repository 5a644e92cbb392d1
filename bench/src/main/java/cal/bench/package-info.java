/**
 * The helpers of every room of bench: failures told in a sentence, JSON, temporary folders, and the
 * places of the build's artifacts.
 *
 * <pre>
 *   cli --&gt; kind, layered, overload, phases --&gt; slot, rough, adopted --&gt; server --&gt; process
 *                                            '--&gt; experiment, load, baseline      |
 *                                                                                 v
 *                                                                              cal.bench
 * </pre>
 */
package cal.bench;
