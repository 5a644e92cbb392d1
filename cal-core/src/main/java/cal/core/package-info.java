/**
 * The Concurrency Aspect Library: what every model and every binding shares.
 *
 * <pre>
 *   server code        binding (.aj)             cal.core                        a model
 *   -----------        -------------             --------                        -------
 *   Listener.run() --- ActivityCapture --spawn-&gt;  Stage -- Admission -- start --&gt;  ActivityScheduler
 *   (working context)        |                     |                                 |
 *                            |                     |                             Worker (a thread)
 *                            '--hand-off--&gt;  HandOff (caller waits)                  |
 *                                                                       CapturedActivity.call()
 * </pre>
 *
 * A server's {@link cal.core.WorkingContext} starts activities. A binding, a sub-aspect of {@code
 * ActivityCapture}, says which calls those are; each binding is one {@link cal.core.Stage}. The
 * stage admits a {@link cal.core.CapturedActivity} and gives it to the {@link
 * cal.core.ActivityScheduler} of its {@link cal.core.ConcurrencyModel}, which run it step by step
 * on {@link cal.core.Worker} threads. Names and rules are those of the CAL paper, section 3.
 */
package cal.core;
