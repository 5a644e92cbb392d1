/**
 * The weaver's record: what each binding captured, read from woven classes, written and read again.
 *
 * <p>It sees {@code region}, {@code settings} and {@code support}, and runs nothing. What ajc's
 * class files look like is known here alone.
 */
package cal.core.internal.record;
