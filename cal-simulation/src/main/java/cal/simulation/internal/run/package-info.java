/**
 * The program of a simulated process.
 *
 * <pre>
 *  Main --> Trial (of the JDK) --> Seeds --> Run of a seed --> TestBody --> Verdict
 * </pre>
 */
package cal.simulation.internal.run;
