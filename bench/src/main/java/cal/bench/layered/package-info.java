/**
 * A server in front of a server, and clients that think: the ACE study of threaded servers.
 *
 * <pre>
 *   LayeredKind --&gt; LayeredPlan --&gt; Layers: clients --&gt; mid-level server --&gt; low-level server
 *                       '--&gt; LayeredFigures, beside LayeredBounds
 * </pre>
 */
package cal.bench.layered;
