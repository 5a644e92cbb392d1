/**
 * The goals of a user's build, and of this one.
 *
 * <pre>
 *  target/classes --&gt; PlainFiles --&gt; ajc, the record --&gt; target/classes, or another folder
 *                     (unwoven)      (Weaving, in a Jdk)
 * </pre>
 *
 * <p>It runs in Maven's Java, and its tools in a {@link cal.maven.Jdk} that may be newer.
 */
package cal.maven;
