/**
 * The weaver's record: what each binding captured, read from woven classes, written and read again.
 *
 * <pre>
 *   class files --&gt; WovenClasses: LibraryAspects, AdviceForms, JoinPointScan
 *                        |
 *                        v
 *   RecordWriter --&gt; META-INF/cal/captures --&gt; Captures --&gt; a start
 * </pre>
 *
 * <p>It sees {@code region}, {@code settings} and {@code support}, and runs nothing. It knows the
 * form of ajc's class files; {@code support.AjcNames} knows the names that ajc gives.
 */
package cal.core.internal.record;
