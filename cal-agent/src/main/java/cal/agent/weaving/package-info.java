/**
 * Weaving at load time: ahead of {@code main}, again from a cache, and class by class.
 *
 * <pre>
 *  Bindings --&gt; PreMainWeaver --&gt; Weaver (AspectJ's) --&gt; WovenServer (Woven classes) --&gt; Loading
 *                                                             ^      |
 *                                                             |      v
 *                                                          WeavingCache (files)
 * </pre>
 *
 * <p>Every class that a binding may capture something in is woven before {@code main}, so that the
 * record of what was captured is whole.
 */
package cal.agent.weaving;
