/**
 * A proof by search that a server's stages, guards and waits do not deadlock under its settings.
 *
 * <pre>
 *  Artifacts --&gt; CallGraph --&gt; Flows (calls, hand-offs, regions, waits of a method)
 *                                |
 *  Bindings, StageLimits ------&gt; Behaviour (positions of one activity, and its moves)
 *                                |
 *                                v
 *                              Model --&gt; Search (breadth first) --&gt; Trace, Remedies
 *                                '-----&gt; Promela
 * </pre>
 *
 * <p>Data is left out: a branch goes both ways, and a wait is entered where somebody may still
 * signal.
 */
package cal.weave.verify;
