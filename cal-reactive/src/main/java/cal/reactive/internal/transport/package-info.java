/**
 * The system beneath a loop. A {@link cal.reactive.internal.transport.Transport} opens a {@link
 * cal.reactive.internal.transport.Poller} for each loop, over the JDK's selector, epoll or
 * io_uring. A new transport is a new poller with its registrations.
 *
 * <pre>
 * channel -- join --&gt; Registration --\                     /-- ready --&gt; ReadinessListener
 *                                     Poller -- look --&gt; ReadySet
 * channel -- join --&gt; Registration --/                     \-- ready --&gt; ReadinessListener
 * </pre>
 *
 * <p>The room knows the calls of the system and the JDK, and no loop.
 */
package cal.reactive.internal.transport;
