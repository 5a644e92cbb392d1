/**
 * Whether an activity may come into a stage, and the numbers of that stage.
 *
 * <pre>
 *   Admission   one permit for each activity in flight     Refusal   why not, and the remedy
 *   Waits       which stage waits for which                Tally, LiveNumbers
 *   Newcomers   which connections come too late            Backlog   since when they wait
 * </pre>
 *
 * <p>It sees {@link cal.core.spi} alone, and no stage: {@code stage} asks it.
 */
package cal.core.internal.admission;
