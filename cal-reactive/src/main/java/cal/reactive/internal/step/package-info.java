/**
 * Activities on a loop: a step that waits for its input without a thread, the workers of steps, and
 * the readiness of a channel, for steps and threads.
 *
 * <pre>
 * input --&gt; Readiness --&gt; LoopStep --&gt; the loop's queue --&gt; FreeWorkers --&gt; LoopWorker --&gt; step
 *               ^                                                             |
 *               \------------------------ left again -------------------------/
 * </pre>
 */
package cal.reactive.internal.step;
