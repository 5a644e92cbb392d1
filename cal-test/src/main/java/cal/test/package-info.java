/**
 * Tests of servers under their models.
 *
 * <pre>
 *  &#64;UnderEveryModel      one invocation a model          a JVM of its own, -Dcal.model=M
 *  void shouldEcho()  --> ModelInvocations --> ModelProcess --> TestProcess --> shouldEcho()
 * </pre>
 *
 * A process has a model for each stage, chosen at the start; so each invocation has a process.
 */
package cal.test;
