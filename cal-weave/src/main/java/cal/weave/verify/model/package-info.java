/**
 * The finite model of a server's concurrency: what an activity does that others may prevent or see.
 *
 * <pre>
 *  CallGraph --&gt; Acts --&gt; Flows (calls, hand-offs, regions, waits of a method)
 *                           |  KeptGuards: regions inside of which something may wait
 *                           |  GuardObjects: two objects of a class
 *                           v
 *  Bindings, StageLimits -&gt; Behaviour, Calls (positions of one activity, and its moves)
 *                           |
 *                           v
 *                         Model (Signals: who may signal whom; Circles: how many activities)
 * </pre>
 *
 * <p>Data is left out: a branch goes both ways, and a wait is entered where somebody may still
 * signal.
 */
package cal.weave.verify.model;
