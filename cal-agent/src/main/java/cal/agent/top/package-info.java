/**
 * A live view of the stages of a server that runs: {@code ./cal top}.
 *
 * <pre>
 *  TopCommand --a second--> RunningServer --attach, JMX--> CalRuntimeMXBean of the other JVM
 *      '--> StageTable
 * </pre>
 */
package cal.agent.top;
