/**
 * The Concurrency Aspect Library's front door: the types that authors of bindings extend, and
 * operators ask.
 *
 * <pre>
 *   server code        binding (.aj)                   core                         a thread
 *   -----------        -------------                   ----                         --------
 *   context            ActivityCapture --spawn-------&gt; activity -- admitted, --&gt;   worker thread:
 *   (WorkingContext)         |                          (boolean proceed())         one step at a time
 *                            '--hand-off--&gt; activity, its caller waits --------&gt;    worker thread
 * </pre>
 *
 * A server's {@link cal.core.WorkingContext} starts activities. A binding, a sub-aspect of {@code
 * ActivityCapture}, says which calls those are, and is one stage of the server. The stage's model
 * runs each activity step by step on its worker threads. {@code CriticalRegions} says what threads
 * do not do at the same time. {@link cal.core.CalRuntime} counts, drains and stops.
 *
 * <p>Names and rules are those of the CAL paper, section 3. This package sees all of core, and
 * nothing of core's rooms sees it. Models, policies and interceptors are made with {@link
 * cal.core.spi}.
 */
package cal.core;
