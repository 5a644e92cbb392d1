/**
 * Counts what aspects are made of.
 *
 * <pre>
 *   AspectCount -- lines --&gt; CodeLines (the source)
 *        '-------- all else --&gt; org.aspectj.lang.reflect (the compiled aspect)
 * </pre>
 */
package cal.bench.effort;
