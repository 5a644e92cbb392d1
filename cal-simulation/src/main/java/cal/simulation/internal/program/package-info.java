/**
 * The program of a run, a test or a server with its clients, and the world that it has.
 *
 * <pre>
 *  TestBody, ProgramBody --&gt; World --&gt; Network, Disk
 *                             '--&gt; Server, on a Machine --crash--&gt; Network, Disk
 * </pre>
 */
package cal.simulation.internal.program;
