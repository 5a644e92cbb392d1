/**
 * The start of a woven process: configuration, models, stages, one line that says what was chosen.
 *
 * <pre>
 *   aspects --&gt; Bootstrap --&gt; WovenProcess --&gt; Validation, stages, Announcement
 *   an agent --&gt; LoadTime -'          '--&gt; LastPreparations, ProcessEnd
 * </pre>
 *
 * <p>It sees every room but {@code socket}. Aspects call {@link cal.core.internal.start.Bootstrap},
 * an agent {@link cal.core.internal.start.LoadTime}.
 */
package cal.core.internal.start;
