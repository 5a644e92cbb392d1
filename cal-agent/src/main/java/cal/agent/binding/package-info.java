/**
 * The bindings of a start: what is asked for, the aspects that the agent makes concrete, and the
 * classes in which they match.
 *
 * <pre>
 *  system properties --&gt; Request ---------.
 *  META-INF/aop*.xml --&gt; AopFiles --------+--&gt; Bindings (ConcreteAspect, Scope)
 *  cal.yaml -----------&gt; BindingFile -----'
 * </pre>
 */
package cal.agent.binding;
