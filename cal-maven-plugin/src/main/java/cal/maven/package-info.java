/**
 * The goals of a user's build.
 *
 * <pre>
 *   target/classes --&gt; PlainClasses --&gt; target/plain --&gt; ajc --&gt; target/classes --&gt; the record
 * </pre>
 *
 * <p>It runs in Maven's Java, and its tools in a {@link cal.maven.Jdk} that may be newer.
 */
package cal.maven;
