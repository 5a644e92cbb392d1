/**
 * The reports about activities: events of JFR, the log of what a load repeats, reports that are
 * under way.
 *
 * <p>It sees {@code support} and {@link cal.core.spi}, and asks for texts only where they are
 * wanted.
 */
package cal.core.internal.report;
