/**
 * The reports about activities: events of JFR, the log of repeated events, hangs, reports under
 * way.
 *
 * <p>The room sees {@code support} and {@link cal.core.spi}, and computes texts only on demand.
 */
package cal.core.internal.report;
