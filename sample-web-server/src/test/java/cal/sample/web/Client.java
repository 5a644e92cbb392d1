package cal.sample.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection of the test, which sends bytes as they are and reads answers. For one thread. */
public final class Client implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 120_000;

  /** CR LF CR LF. */
  private static final int END = 0x0d0a0d0a;

  private final Socket socket;
  private final InputStream in;

  public Client(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  public Client(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16);
  }

  public void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends a request and reads its answer. */
  public Answer ask(String request) throws IOException {
    send(request);
    return read(!request.startsWith("HEAD "));
  }

  /** Reads an answer, whose content there is unless HEAD was asked for. */
  public Answer read(boolean withContent) throws IOException {
    String head = head();
    Answer empty = new Answer(head, "");
    int status = empty.status();
    if (!withContent || status == 204 || status == 304 || status / 100 == 1) {
      return empty;
    }
    byte[] content = in.readNBytes(Integer.parseInt(empty.field("Content-Length")));
    return new Answer(head, new String(content, StandardCharsets.ISO_8859_1));
  }

  private String head() throws IOException {
    StringBuilder head = new StringBuilder();
    for (int last = 0; last != END; ) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("the stream ended after: " + head);
      }
      head.append((char) b);
      last = (last << 8) | b;
    }
    return head.toString();
  }

  /** Whether the server has closed the connection, which this waits for. */
  public boolean isAtEnd() throws IOException {
    return in.read() < 0;
  }

  /** All that comes until the server ends the connection. */
  public byte[] readToEnd() throws IOException {
    return in.readAllBytes();
  }

  public void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /** An answer: its head with the empty line, and its content, a character a byte. */
  public record Answer(String head, String content) {
    public int status() {
      return Integer.parseInt(head.substring(9, 12));
    }

    /** The value of a field; null where there is none. */
    public String field(String name) {
      for (String line : head.split("\r\n")) {
        if (line.regionMatches(true, 0, name + ":", 0, name.length() + 1)) {
          return line.substring(name.length() + 1).strip();
        }
      }
      return null;
    }

    /** All of it but the date. */
    public String comparable() {
      return head.replaceFirst("Date: [^\r]*", "Date: -") + content;
    }
  }
}
