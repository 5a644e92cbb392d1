/**
 * Whether a method only reads, by the bytecode of all that the method calls.
 *
 * <p>The room sees {@code code} and {@code support}.
 */
package cal.weave.effect;
