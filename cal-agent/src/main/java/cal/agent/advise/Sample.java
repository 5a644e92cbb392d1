package cal.agent.advise;

import java.util.Map;

/**
 * A server at a moment. Immutable.
 *
 * @param nanos when, of {@link System#nanoTime}
 * @param done the work until then
 * @param cpu the processor time until then
 * @param captured captured calls of all stages
 * @param refused refused activities of all stages
 * @param failed failed activities
 * @param megabytes resident memory; 0 if the system does not tell
 */
record Sample(
    long nanos, Done done, Cpu cpu, long captured, long refused, long failed, long megabytes) {
  /**
   * Work, in all units.
   *
   * @param steps successful steps of each stage that runs by a model; stages in their caller make
   *     none
   * @param bytes sent by TCP, by whichever process; 0 if the system does not tell
   * @param runs of the load with a good end
   */
  record Done(Map<String, Long> steps, long bytes, long runs) {}

  /**
   * Nanoseconds of processor time.
   *
   * @param server without compilers
   * @param compilers of the server
   * @param load of all its processes
   * @param machine of all processes; 0 if the system does not tell
   */
  record Cpu(long server, long compilers, long load, long machine) {}
}
