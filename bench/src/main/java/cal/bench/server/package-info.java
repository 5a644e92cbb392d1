/**
 * The servers that are measured: how files name them, and the commands of their JVMs.
 *
 * <pre>
 *   NamedServer --&gt; ServerCommands --&gt; Jvms --&gt; a command --ServerProcess--&gt; listening on HOST:PORT
 *   Services: what clients ask them for
 * </pre>
 */
package cal.bench.server;
