package cal.sample.orb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A client of GIOP 1.2, big-endian, on a plain socket: what it sends and gets are bytes. */
final class Giop implements Closeable {
  static final int REQUEST = 0;
  static final int REPLY = 1;
  static final int LOCATE_REQUEST = 3;
  static final int LOCATE_REPLY = 4;
  static final int CLOSE_CONNECTION = 5;
  static final int FRAGMENT = 7;

  private static final int HEADER = 12;
  private static final int DEADLINE_MILLIS = 20_000;

  private final Socket socket;
  private final DataInputStream in;

  Giop(int port) throws IOException {
    this(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  Giop(Socket connected) throws IOException {
    socket = connected;
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(DEADLINE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  /**
   * One message.
   *
   * @param text its bytes, each a character
   */
  record Message(String text) {
    int type() {
      return text.charAt(7);
    }

    int requestId() {
      return number(HEADER);
    }

    /** Of a reply: 0 none, 1 user exception, 2 system exception. Of a locate reply: 1 here. */
    int status() {
      return number(HEADER + 4);
    }

    /**
     * The same with zeros for padding after service contexts and the name of a system exception:
     * JacORB leaves there what its buffers held before.
     */
    Message withoutPadding() {
      if (type() != REPLY) {
        return this;
      }
      StringBuilder clean = new StringBuilder(text);
      int at = HEADER + 12;
      for (int contexts = number(HEADER + 8); contexts > 0; contexts--) {
        int end = at + 8 + number(at + 4);
        at = clearToAlignment(clean, end);
      }
      int name = text.indexOf("IDL:omg.org/CORBA/");
      if (status() == 2 && name >= 0) {
        clearToAlignment(clean, text.indexOf('\0', name) + 1);
      }
      return new Message(clean.toString());
    }

    private static int clearToAlignment(StringBuilder message, int from) {
      int to = Math.min((from + 3) / 4 * 4, message.length());
      message.replace(from, to, "\0".repeat(to - from));
      return to;
    }

    private int number(int at) {
      return ByteBuffer.wrap(text.getBytes(ISO_8859_1)).getInt(at);
    }
  }

  /** A request whose argument is already marshalled. */
  static byte[] request(int id, boolean reply, String key, String operation, byte[] argument) {
    ByteBuffer b = ByteBuffer.allocate(200 + key.length() + argument.length);
    header(b, REQUEST);
    b.putInt(id).put((byte) (reply ? 3 : 0)).put(new byte[3]);
    target(b, key);
    align(b, 4);
    b.putInt(operation.length() + 1).put(operation.getBytes(ISO_8859_1)).put((byte) 0);
    align(b, 4);
    b.putInt(0);
    align(b, 8);
    return sealed(b.put(argument));
  }

  static byte[] locateRequest(int id, String key) {
    ByteBuffer b = ByteBuffer.allocate(200);
    header(b, LOCATE_REQUEST);
    b.putInt(id);
    target(b, key);
    return sealed(b);
  }

  /** The same request in pieces of so many bytes. */
  static byte[] fragmented(byte[] request, int id, int piece) {
    ByteBuffer all = ByteBuffer.allocate(2 * request.length + 1000);
    int first = HEADER + piece;
    all.put(request, 0, first).put(6, (byte) 2).putInt(8, piece);
    for (int at = first; at < request.length; at += piece) {
      int length = Math.min(piece, request.length - at);
      boolean last = at + length == request.length;
      all.put("GIOP".getBytes(ISO_8859_1)).put(new byte[] {1, 2, (byte) (last ? 0 : 2), FRAGMENT});
      all.putInt(4 + length).putInt(id).put(request, at, length);
    }
    return Arrays.copyOf(all.array(), all.position());
  }

  private static void header(ByteBuffer b, int type) {
    b.put("GIOP".getBytes(ISO_8859_1)).put(new byte[] {1, 2, 0, (byte) type}).putInt(0);
  }

  private static void target(ByteBuffer b, String key) {
    b.putShort((short) 0).putShort((short) 0);
    b.putInt(key.length()).put(key.getBytes(ISO_8859_1));
  }

  private static void align(ByteBuffer b, int to) {
    while (b.position() % to != 0) {
      b.put((byte) 0);
    }
  }

  private static byte[] sealed(ByteBuffer b) {
    byte[] message = new byte[b.position()];
    b.putInt(8, message.length - HEADER).flip().get(message);
    return message;
  }

  static byte[] string(String text) {
    ByteBuffer b = ByteBuffer.allocate(5 + text.length());
    return b.putInt(text.length() + 1).put(text.getBytes(ISO_8859_1)).put((byte) 0).array();
  }

  static byte[] octets(byte[] bytes) {
    return ByteBuffer.allocate(4 + bytes.length).putInt(bytes.length).put(bytes).array();
  }

  void send(byte[]... messages) throws IOException {
    for (byte[] message : messages) {
      socket.getOutputStream().write(message);
    }
  }

  /** The next message; null at the end of the stream. */
  Message read() throws IOException {
    byte[] header = new byte[HEADER];
    try {
      in.readFully(header);
    } catch (EOFException end) {
      return null;
    }
    int length = ByteBuffer.wrap(header).getInt(8);
    byte[] message = Arrays.copyOf(header, HEADER + length);
    in.readFully(message, HEADER, length);
    return new Message(new String(message, ISO_8859_1));
  }

  /** Sends the beginning of a message. */
  void sendPart(byte[] message, int length) throws IOException {
    socket.getOutputStream().write(message, 0, length);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
