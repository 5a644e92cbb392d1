/** Internals of the JDK 25, each behind a small class that refuses an unknown JDK by its name. */
package cal.simulation.internal.jdk;
