/**
 * Critical regions: the policy that guards one, the regions that a thread is inside of, the waits
 * of threads for each other there.
 *
 * <p>It sees {@code settings}, {@code support} and {@link cal.core.spi}, and no stage. A new policy
 * is no change here: it is a {@link cal.core.spi.SynchronizationPolicy} in a module of its own.
 */
package cal.core.internal.region;
