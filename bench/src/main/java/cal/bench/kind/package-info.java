/**
 * The ways to measure, each a {@link cal.bench.experiment.Kind} that makes a plan of a file; {@link
 * cal.bench.kind.Kinds} lists them. Three larger ones have rooms of their own: {@code
 * cal.bench.layered}, {@code cal.bench.overload} and {@code cal.bench.phases}.
 */
package cal.bench.kind;
