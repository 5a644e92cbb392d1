/**
 * The program of a simulated process.
 *
 * <pre>
 *  Main --> Trial (of the JDK) --> Seeds --> Run of a seed --> internal.program --> Verdict
 *                                   '--> Shrinking, of a failure's Decisions
 * </pre>
 */
package cal.simulation.internal.run;
