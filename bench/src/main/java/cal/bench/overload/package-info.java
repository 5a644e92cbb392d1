/**
 * More requests than a server can answer, in an open loop.
 *
 * <pre>
 *   OverloadKind --&gt; OverloadPlan --&gt; OverloadSeat (a server of a case) --&gt; Overload (a slot)
 * </pre>
 */
package cal.bench.overload;
