/**
 * The command line {@code ./cal}: one for the agent's jar alone, and for the repository, where the
 * commands of cal-cli and bench are found beside it.
 *
 * <pre>
 *   Cal --+-- NewCommand
 *         +-- RunCommand, DoctorCommand (become the java of a server)
 *         +-- CheckCommand, VerifyCommand, TopCommand (cal.weave, cal.agent.top)
 *         '-- CommandSet, by ServiceLoader &lt;-- cal.cli.command: serve, load, simulate
 *                                          &lt;-- cal.bench.cli: bench
 * </pre>
 */
package cal.cli;
