/**
 * Tests of servers under their models.
 *
 * <pre>
 *  &#64;UnderEveryModel      one invocation a model          a JVM of its own, -Dcal.model=M
 *  void shouldEcho()  --> ModelInvocations --> ModelProcess --> TestProcess --> shouldEcho()
 * </pre>
 *
 * A process has one model for each stage, chosen when it starts; so each invocation has a process.
 */
package cal.test;
