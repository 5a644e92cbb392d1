/**
 * An activity: its life, its steps, its end, and the threads that run it.
 *
 * <pre>
 *   Invocation                        a captured call, as advice makes it
 *        |
 *   StagedActivity -- Lifetime        one thread takes it, it begins, it ends once
 *        |      '---- InputWait       its wait for the next request
 *        v
 *   AttachedThread.run -- Step        one step, on a worker thread; Workers are a stage's
 *        |
 *   StagedActivity.end -- Ending      once: target, count, permit, caller, report
 * </pre>
 *
 * <p>Activities see their stage as an {@code ActivityStage}. This room sees {@code generation},
 * {@code admission}, {@code report}, {@code region}, {@code support} and {@link cal.core.spi}.
 */
package cal.core.internal.activity;
