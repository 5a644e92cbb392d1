/**
 * Tests of an unmodified blocking server in deterministic runs, beneath any model of concurrency.
 *
 * <pre>
 *  &#64;Simulated(seeds = N)    a JVM of its own        for each seed
 *  void shouldCount()  ----> internal.process --> internal.run, program --> shouldCount()
 *                                                  |-- internal.schedule: threads, time
 *                                                  |-- internal.net: TCP in memory
 *                                                  |-- internal.disk: files in memory
 *                                                  '-- internal.rewrite, seam: the JDK's calls
 * </pre>
 *
 * Nothing of CAL is needed; CAL's own engine runs in it like any other code.
 */
package cal.simulation;
