/**
 * A live view of a running server's stages, and changes to the stages: {@code ./cal top}, {@code
 * ./cal switch}.
 *
 * <pre>
 *  TopCommand --a second--> RunningServer --Visit, attach--> StatusAgent --> CalRuntimeMXBean
 *      '--> StageTable             '-------UNIX socket----------' in the other JVM
 * </pre>
 */
package cal.agent.top;
