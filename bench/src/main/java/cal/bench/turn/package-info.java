/**
 * Servers in turns: who is measured when, and what that says.
 *
 * <pre>
 *   Turns --&gt; Tournament --Turn--&gt; Contestant --&gt; a row of TurnFigures --&gt; Caveats
 *             Duel: two servers that differ by what happens in between
 * </pre>
 */
package cal.bench.turn;
