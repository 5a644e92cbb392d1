/**
 * The weaver's record: what each binding captured, read from woven classes and written.
 *
 * <pre>
 *   class files --&gt; WovenClasses: LibraryAspects, AdviceForms, JoinPointScan
 *                        |
 *                        v
 *   RecordWriter --&gt; META-INF/cal/captures, or the lines that an agent gives to the library
 * </pre>
 */
package cal.weave.record;
