/**
 * Critical regions: the policy of a region, the regions around a thread, the waits of threads for
 * each other.
 *
 * <p>The room sees {@code settings}, {@code support} and {@link cal.core.spi}, and no stage. A new
 * policy is no change here, but a {@link cal.core.spi.SynchronizationPolicy} in a module of its
 * own.
 */
package cal.core.internal.region;
