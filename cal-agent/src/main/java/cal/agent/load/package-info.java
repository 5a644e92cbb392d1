/**
 * Weaving at load time, by an agent.
 *
 * <pre>
 *  system properties --> Request     META-INF/aop*.xml of the class path --> Bindings
 *                           |        a cal.yaml --> BindingFile ------------'   |
 *                           v                                                   v
 *        Inputs &lt;-- LoadTimeAgent --> PreMainWeaver --> Weaver (AspectJ's)
 *                        |                                  |
 *                        v                                  v
 *                   WeavingCache &lt;--- next start --- Weaving (Woven classes)
 *                    (files)                            |          |
 *                                                       v          v
 *                 record of cal-core, Diagnosis &lt;-------'     Loading (class by class)
 * </pre>
 *
 * <p>Every class that a binding may capture something in is woven before {@code main}, so that the
 * record of what was captured is whole, and handed to the JVM when it is loaded. A mistake ends the
 * process with one sentence, and with exit status 2.
 */
package cal.agent.load;
