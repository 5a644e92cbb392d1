/** A simulated process, as the JVM of the build starts it. */
package cal.simulation.internal.process;
