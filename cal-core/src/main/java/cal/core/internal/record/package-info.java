/**
 * The weaver's record, read at the start of a woven server: what each binding captured.
 *
 * <pre>
 *   META-INF/cal/captures, or the lines that an agent gives --&gt; Captures --&gt; a start
 * </pre>
 *
 * <p>The record sees {@code region} and {@code settings}, and runs nothing. A build writes the
 * record by {@code cal-weave}.
 */
package cal.core.internal.record;
