/**
 * Processes, seen and ruled from outside: what they take ({@link cal.bench.process.ProcessFigures},
 * {@link cal.bench.process.ProcessCpu}), on which cores they are, and that they do not outlive this
 * one.
 */
package cal.bench.process;
