/**
 * The command line {@code ./cal}: one for the agent's jar alone, and for the repository, where the
 * commands of bench are found beside it.
 *
 * <pre>
 *   Cal --+-- RunCommand, DoctorCommand (print the java to become)
 *         +-- CheckCommand, TopCommand (cal.agent.check, cal.agent.top)
 *         '-- CommandSet, by ServiceLoader &lt;-- cal.bench.cli: demo, serve, load, models, bench
 * </pre>
 */
package cal.cli;
