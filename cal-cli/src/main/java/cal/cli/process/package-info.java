/**
 * Processes, seen and ruled from outside: what they take ({@link cal.cli.process.ProcessFigures},
 * {@link cal.cli.process.ProcessCpu}), on which cores they are, and that they do not outlive this
 * one.
 */
package cal.cli.process;
