/**
 * Weaving at load time, by an agent.
 *
 * <pre>
 *  system properties --> Request     META-INF/aop*.xml of the class path --> Bindings
 *                           |        a cal.yaml --> BindingFile ------------'   |
 *                           v                                                   v
 *          Inputs &lt;-- LoadTimeAgent --> Ahead --> Weaver (AspectJ's) --> Weaving (Woven classes)
 *            |                                                              |    |    |
 *            '--> Kept (files) --> the same Weaving, at the next start -----'    |    |
 *                                        record of cal-core, Diagnosis &lt;---------'    |
 *                                                   Loading (class by class) &lt;--------'
 * </pre>
 *
 * <p>Every class that a binding may capture something in is woven before {@code main}, so that the
 * record of what was captured is whole, and handed to the JVM when it is loaded. What is wrong ends
 * the process in one sentence, with exit status 2.
 */
package cal.agent.load;
