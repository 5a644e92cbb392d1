/**
 * Servers in turns: the order of their slots, and the figures from these.
 *
 * <pre>
 *   Schedule --&gt; Tournament --Slot--&gt; Contestant --&gt; a row of SlotFigures --&gt; Caveats
 * </pre>
 */
package cal.bench.tournament;
