/**
 * The goals of a user's build, and of this build.
 *
 * <pre>
 *  target/classes --&gt; PlainFiles --&gt; ajc, the record --&gt; target/classes, or another folder
 *                     (unwoven)      (Weaving, in a Jdk)
 * </pre>
 *
 * <p>The plugin runs in Maven's Java, and its tools in a {@link cal.maven.Jdk}, perhaps a newer
 * version.
 */
package cal.maven;
