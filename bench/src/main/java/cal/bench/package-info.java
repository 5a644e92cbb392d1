/**
 * The laboratory: experiments as files, the ways to measure, and servers by hand.
 *
 * <pre>
 *   cli --&gt; kind, layered, overload, phases --&gt; tournament, rough, adopted --&gt; server --&gt; process
 *                                            '--&gt; experiment, baseline
 * </pre>
 */
package cal.bench;
