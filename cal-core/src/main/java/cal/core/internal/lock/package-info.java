/**
 * Locks of {@code java.util.concurrent} as synchronization policies of critical regions: {@code
 * lock}, {@code shared}, {@code optimistic}, {@code counting}, and the fair ones.
 *
 * <pre>
 *  policy (LockPolicy): guard --&gt; lock of the guard (GuardLock), kept as long as the guard
 * </pre>
 *
 * <p>The room sees {@code support} and {@link cal.core.spi}. A lock of another kind is a subclass
 * of {@link cal.core.internal.lock.GuardLock}, and a name in {@link
 * cal.core.internal.lock.LockPolicies}.
 */
package cal.core.internal.lock;
