package cal.reactive.internal.socket;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Both ends of a connection: the one under test, and its peer. */
record Ends(Socket here, Socket there) {
  InputStream in() throws IOException {
    return here.getInputStream();
  }

  OutputStream out() throws IOException {
    return here.getOutputStream();
  }

  InputStream peerIn() throws IOException {
    return there.getInputStream();
  }

  OutputStream peerOut() throws IOException {
    return there.getOutputStream();
  }

  /** Makes the buffers between the ends small, so that a writer soon waits for a reader. */
  Ends narrow() throws IOException {
    for (Socket socket : new Socket[] {here, there}) {
      socket.setSendBufferSize(16_384);
      socket.setReceiveBufferSize(16_384);
    }
    return this;
  }

  /** Ends the connection with a reset instead of an orderly end. */
  static void reset(Socket socket) throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }
}
