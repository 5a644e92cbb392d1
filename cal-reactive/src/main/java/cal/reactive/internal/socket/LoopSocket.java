package cal.reactive.internal.socket;

import cal.core.spi.SocketProvider;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.step.ExpectedRead;
import cal.reactive.internal.step.InputSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.util.function.BooleanSupplier;

/** A socket whose reads and writes wait through a loop. Thread-safe, like {@link Socket}. */
final class LoopSocket extends Socket
    implements SocketProvider.Telling, SocketProvider.Accepting, InputSource {
  private final Connection connection;

  LoopSocket(Connection connection) throws SocketException {
    super(connection);
    this.connection = connection;
    connection.belongTo(this);
  }

  Connection connection() {
    return connection;
  }

  /** A socket of the JDK's, which a connection may have become, is told of by no loop. */
  @Override
  public ExpectedRead inputToldBy(Loop loop) {
    return loop.isOf(connection.services.loops()) && !connection.isNative()
        ? connection.input()
        : null;
  }

  @Override
  public boolean hasInput() throws IOException {
    return connection.hasInput();
  }

  /** A socket of the JDK's is closed instead. */
  @Override
  public boolean endInput(BooleanSupplier condition) {
    if (connection.isNative()) {
      return false;
    }
    connection.ends = condition;
    connection.tellInput();
    return true;
  }

  @Override
  public void take(Socket accepted) throws IOException {
    try {
      if (!(connection instanceof ClientConnection)) {
        throw new SocketException("Socket is connected already");
      }
      LoopServerSocket.give(accepted, this);
    } catch (Throwable failure) {
      accepted.close();
      throw failure;
    } finally {
      if (isClosed()) {
        accepted.close();
      }
    }
    requireConnected();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    requireConnected();
    if (isInputShutdown()) {
      throw new SocketException("Socket input is shutdown");
    }
    return connection.getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    requireConnected();
    if (isOutputShutdown()) {
      throw new SocketException("Socket output is shutdown");
    }
    return connection.getOutputStream();
  }

  private void requireConnected() throws SocketException {
    if (isClosed()) {
      throw new SocketException("Socket is closed");
    }
    if (!isConnected()) {
      throw new SocketException("Socket is not connected");
    }
  }
}
