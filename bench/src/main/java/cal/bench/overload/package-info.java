/**
 * More requests than a server can answer, in an open loop.
 *
 * <pre>
 *   OverloadKind --&gt; OverloadPlan --&gt; Tournament --&gt; Overload (the clients of a slot)
 * </pre>
 */
package cal.bench.overload;
