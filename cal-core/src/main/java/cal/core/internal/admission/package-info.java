/**
 * The permits of a stage, the reasons of refusals, and the numbers of that stage.
 *
 * <pre>
 *   Permits          one for each activity in flight     Decision, Refusal   and the remedy
 *   OverloadControl  which connections come too late     Backlog   since when they wait
 *   Waits            which stage waits for which         Counters, LiveNumbers
 * </pre>
 *
 * <p>It sees {@link cal.core.spi} alone, and no stage: {@code stage} asks it.
 */
package cal.core.internal.admission;
