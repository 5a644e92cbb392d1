package cal.core.internal.socket;

import java.io.IOException;
import java.net.Socket;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Replaces the sockets of woven code by sockets of a {@link SocketProvider}, where the model of a
 * stage offers a provider; otherwise the JDK's are made, as if unwoven.
 *
 * <p>Woven into every server. Replaced are the constructors of {@link java.net.ServerSocket} and
 * {@link java.net.Socket} themselves, and calls of the JDK's default factories; not sub-classes,
 * sockets with a proxy or other factories (TLS above all), and no sockets of unwoven code. Advice
 * inlined by ajc 1.9.27 fails to compile here, so each advice has a closure.
 */
aspect SocketSeam {
  private pointcut listener():
      call(java.net.ServerSocket.new(..))
          || call(java.net.ServerSocket javax.net.ServerSocketFactory.createServerSocket(..)
              throws java.io.IOException);

  private pointcut unconnected():
      call(java.net.Socket.new()) || call(java.net.Socket.new(java.net.Proxy));

  /** A listening socket of the server's own class accepts with sockets of the JDK only. */
  private pointcut accepting():
      call(void java.net.ServerSocket+.implAccept(java.net.Socket));

  private pointcut client():
      call(java.net.Socket.new(*, int, ..))
          || call(java.net.Socket javax.net.SocketFactory.createSocket(..)
              throws java.io.IOException);

  private pointcut transfer():
      call(long java.io.InputStream.transferTo(java.io.OutputStream) throws java.io.IOException);

  private pointcut channel():
      call(java.nio.channels.WritableByteChannel
              java.nio.channels.Channels.newChannel(java.io.OutputStream));

  private pointcut transferPart():
      call(long java.nio.channels.FileChannel.transferTo(
              long, long, java.nio.channels.WritableByteChannel) throws java.io.IOException);

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around() throws IOException: listener() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.listener();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): unconnected() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.unconnected();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around() throws IOException: client() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.client();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  void around(Socket socket) throws IOException:
      accepting() && args(socket) && !within(cal.core..*) {
    new Acceptance(socket) {
      protected void accept(Socket with) throws IOException {
        proceed(with);
      }
    }.run();
  }

  /** A provider may know a shorter way, for example from a file to its socket. */
  @SuppressAjWarnings("adviceDidNotMatch")
  Object around() throws IOException: transfer() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.transfer();
  }

  /** A file's channel knows shortcuts to channels only; this channel tells the stream. */
  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): channel() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.channel();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around() throws IOException: transferPart() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.transferPart();
  }
}
