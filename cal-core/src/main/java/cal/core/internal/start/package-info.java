/**
 * The start of a woven process: configuration, models, stages, a line with the choices.
 *
 * <pre>
 *   aspects --&gt; Bootstrap --&gt; WovenProcess --&gt; Validation, stages, Announcement
 *   an agent --&gt; LoadTime -'          '--&gt; LastPreparations, ProcessEnd
 * </pre>
 *
 * <p>The room sees every room but {@code socket}. Aspects call {@link
 * cal.core.internal.start.Bootstrap}, an agent {@link cal.core.internal.start.LoadTime}.
 */
package cal.core.internal.start;
