/**
 * A server as {@code ./cal simulate} is given it: the words of {@code java}, a file of faults, and
 * the class path with woven classes.
 */
package cal.cli.simulate;
