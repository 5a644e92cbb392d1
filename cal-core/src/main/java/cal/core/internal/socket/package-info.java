/**
 * The layer under {@code java.net} in woven code: the always woven aspects, and their classes in
 * place of the JDK's sockets.
 *
 * <p>The room sees {@code start} and {@code engine}. The sockets are the model's answer: a {@link
 * cal.core.spi.SocketProvider}.
 */
package cal.core.internal.socket;
