/**
 * The servers that are measured: how files name them, and how their JVMs are started, warmed up,
 * held and ended.
 *
 * <pre>
 *   NamedServer --&gt; ServerCommands --&gt; Jvms --&gt; a command --ServerProcess--&gt; listening on HOST:PORT
 *   Services: what clients ask them for        WarmUp: until the compilers have nothing to do
 * </pre>
 */
package cal.bench.server;
