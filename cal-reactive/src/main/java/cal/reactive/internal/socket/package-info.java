/**
 * The sockets of woven code over channels of loops: listeners, connections, their streams, and
 * their options, as in the JDK. Reads and writes look blocking, and park the caller where the
 * channel is not ready.
 *
 * <pre>
 * LoopSocket --&gt; Connection --&gt; SocketInput, SocketOutput
 *                    |                 |
 *                    v                 v
 *             SocketResources       Scratch
 *             (channel, readiness)  (the buffers of the turn)
 * </pre>
 */
package cal.reactive.internal.socket;
