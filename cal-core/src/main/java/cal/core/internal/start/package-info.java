/**
 * The start of a woven process: configuration, models, stages, one line that says what was chosen.
 *
 * <p>It sees every room but {@code socket}. Aspects call {@link cal.core.internal.start.Bootstrap},
 * an agent {@link cal.core.internal.start.LoadTime}.
 */
package cal.core.internal.start;
