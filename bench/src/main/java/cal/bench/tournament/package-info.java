/**
 * Servers in turns: the order of their slots, and the figures from these.
 *
 * <pre>
 *   Schedule --&gt; Tournament --Slot--&gt; Contestant --&gt; a row of SlotFigures --&gt; Caveats
 *             Duel: two servers that differ by what happens in between
 * </pre>
 */
package cal.bench.tournament;
