/**
 * The ways to measure, each a {@link cal.bench.experiment.Kind} that makes a plan of a file; {@link
 * cal.bench.kind.Kinds} lists them. {@code cal.bench.overload} has a room of its own.
 *
 * <pre>
 *   GridKind --&gt; GridPlan: Contest, ContestLoad --ServerStarts--&gt; Tournament --&gt; Rows
 * </pre>
 */
package cal.bench.kind;
