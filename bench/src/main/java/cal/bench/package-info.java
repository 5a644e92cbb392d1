/**
 * What every room of bench may use: failures told in a sentence, JSON, temporary folders, and where
 * the build has put things.
 *
 * <pre>
 *   cli --&gt; kind, layered, overload --&gt; slot, rough, adopted --&gt; server --&gt; process
 *                                            '--&gt; experiment, load, baseline      |
 *                                                                                 v
 *                                                                              cal.bench
 * </pre>
 */
package cal.bench;
