/**
 * Build-time code: programs for builds, before and after ajc. No woven server reaches this module,
 * and the module knows nothing of {@code cal-core} but the names of the aspects.
 *
 * <pre>
 *   cal.yaml --&gt; binding --&gt; GeneratedAspects --&gt; ajc --&gt; record --&gt; META-INF/cal/captures
 *                                  |              |
 *                                  '- CutClasses -' (loop: steps of loops, monitor: regions)
 *
 *   binding, record --&gt; check
 *                         |
 *                       calls (captured calls, and the code in their activities)
 *                         |
 *                       code (class files: flow, values)
 *   support: names, patterns of methods and types, mistakes
 * </pre>
 *
 * <p>An agent uses {@code binding} and {@code record} at load time. Each room sees the rooms below
 * its own.
 */
package cal.weave;
