/**
 * A live view of the stages of a server that runs, and changes to them: {@code ./cal top}, {@code
 * ./cal switch}.
 *
 * <pre>
 *  TopCommand --a second--> RunningServer --Visit, attach--> StatusAgent --> CalRuntimeMXBean
 *      '--> StageTable             '-------UNIX socket----------' in the other JVM
 * </pre>
 */
package cal.agent.top;
