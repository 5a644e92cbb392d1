/**
 * The ways to measure, each a {@link cal.bench.experiment.Kind} that makes a plan of a file; {@link
 * cal.bench.kind.Kinds} lists them. Two larger ones have rooms of their own: {@code
 * cal.bench.layered} and {@code cal.bench.overload}.
 */
package cal.bench.kind;
