/**
 * The laboratory: experiments as files, the ways to measure, and servers by hand.
 *
 * <pre>
 *   cli --&gt; kind, overload --&gt; tournament, rough --&gt; server --&gt; adopted, baseline, process
 *                              '--&gt; experiment
 * </pre>
 */
package cal.bench;
