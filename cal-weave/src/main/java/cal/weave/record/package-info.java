/**
 * The weaver's record: the captures of each binding, read from woven classes and written.
 *
 * <pre>
 *   class files --&gt; WovenClasses: LibraryAspects, AdviceForms, JoinPointScan
 *                        |
 *                        v
 *   RecordWriter --&gt; META-INF/cal/captures, or lines for the library, by an agent
 * </pre>
 */
package cal.weave.record;
