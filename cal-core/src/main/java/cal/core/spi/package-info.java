/**
 * The types for authors of models, synchronization policies and step interceptors.
 *
 * <pre>
 *   a model                       core                        an interceptor (meters, contexts)
 *   -------                       ----                        --------------------------------
 *   ConcurrencyModel.open &lt;------ Stage: settings, names
 *   ActivityScheduler.start &lt;---- CapturedActivity ----------&gt; StepInterceptorProvider.intercept
 *   a thread: Stage.attach -----&gt; Worker.run: one step -------&gt; before and after each step
 * </pre>
 *
 * A new model is a {@link cal.core.spi.ConcurrencyModel} and an {@link
 * cal.core.spi.ActivityScheduler} in a module of its own, a service file, and a subclass of the
 * contract suite. A new policy is a {@link cal.core.spi.SynchronizationPolicy}, likewise. Meters
 * and contexts are a {@link cal.core.spi.StepInterceptorProvider}.
 *
 * <p>This package sees {@code cal.core.internal.support} at most. Public types in {@code
 * cal.core.internal} are not meant for others: woven code needs them.
 */
package cal.core.spi;
