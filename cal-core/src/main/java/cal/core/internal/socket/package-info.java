/**
 * The layer under {@code java.net} in woven code: the aspects that are always woven, and the
 * classes that they ask in place of the JDK's sockets.
 *
 * <p>It sees {@code start} and {@code engine}. Which sockets there are is the model's answer: a
 * {@link cal.core.spi.SocketProvider}.
 */
package cal.core.internal.socket;
