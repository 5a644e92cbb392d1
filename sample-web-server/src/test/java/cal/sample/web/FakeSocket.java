package cal.sample.web;

import cal.sample.web.http.Handler;
import cal.sample.web.net.Acceptor;
import cal.sample.web.net.Connection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A socket without a network: reads give the pieces of an input, one each. For one thread. */
public final class FakeSocket extends Socket {
  private final Iterator<byte[]> pieces;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /** The timeouts that were set. */
  public final List<Integer> timeouts = new ArrayList<>();

  /** What is done at each read, before it. */
  public Runnable atRead = () -> {};

  private byte[] piece = {};
  private int at;
  private boolean ended;

  public FakeSocket(List<String> pieces) {
    this.pieces =
        pieces.stream().map(text -> text.getBytes(StandardCharsets.ISO_8859_1)).iterator();
  }

  /** Serves the pieces to their end, and returns the answers. */
  public static String answers(Handler handler, Acceptor acceptor, List<String> pieces)
      throws IOException {
    FakeSocket socket = new FakeSocket(pieces);
    Connection connection = LocalServer.http(handler).open(socket, acceptor);
    while (connection.serve())
      ;
    return socket.sent();
  }

  /** All that was written. */
  public String sent() {
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() {
        throw new UnsupportedOperationException("byte by byte");
      }

      @Override
      public int read(byte[] target, int offset, int length) {
        atRead.run();
        if (at == piece.length) {
          if (!pieces.hasNext()) {
            return -1;
          }
          piece = pieces.next();
          at = 0;
        }
        int count = Math.min(length, piece.length - at);
        System.arraycopy(piece, at, target, offset, count);
        at += count;
        return count;
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public void setSoTimeout(int millis) {
    timeouts.add(millis);
  }

  @Override
  public void shutdownOutput() {
    ended = true;
  }

  /** Whether the output was ended. */
  public boolean isEnded() {
    return ended;
  }
}
