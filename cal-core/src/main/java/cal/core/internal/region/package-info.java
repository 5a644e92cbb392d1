/**
 * Critical regions: which policy guards one, what a thread is inside of, who waits for whom there.
 *
 * <p>It sees {@code settings}, {@code support} and {@link cal.core.spi}, and no stage. A new policy
 * is no change here: it is a {@link cal.core.spi.SynchronizationPolicy} in a module of its own.
 */
package cal.core.internal.region;
