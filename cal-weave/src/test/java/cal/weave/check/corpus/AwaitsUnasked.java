package cal.weave.check.corpus;

import cal.core.ActivityCapture;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

// --spawn boolean *..AwaitsUnasked.serve()
class AwaitsUnasked {
  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private final InputStream plain;

  AwaitsUnasked(Socket socket) throws IOException {
    this.socket = socket;
    plain = socket.getInputStream();
    in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    out = socket.getOutputStream();
  }

  boolean serve() throws IOException {
    if (plain.read() < 0) {
      return false;
    }
    return answer();
  }

  private boolean answer() throws IOException {
    out.write(in.readInt()); // finds 5.1
    out.write(in.readInt());
    return true;
  }

  Socket link() {
    return socket;
  }

  /** As ajc compiles an aspect. */
  static class AwaitsUnaskedActivities extends ActivityCapture {
    @Override
    protected Socket awaits(Object target) {
      return target instanceof AwaitsUnasked one ? one.link() : null;
    }
  }
}
