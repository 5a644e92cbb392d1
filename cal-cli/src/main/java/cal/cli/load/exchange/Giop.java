package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;

/**
 * Messages of GIOP 1.2 (CORBA 3.0.3, chapter 15), big-endian: requests to the objects of the sample
 * orb-adapter, and the only right replies. Each connection has a single request in flight, so all
 * have the same number, and requests and replies are the same bytes each time. Stateless.
 */
final class Giop {
  private static final String MAGIC = "GIOP";
  private static final int HEADER = 12;
  private static final int REQUEST_ID = 1;
  private static final byte REQUEST = 0;
  private static final byte REPLY = 1;
  private static final byte CLOSE_CONNECTION = 5;
  private static final int TYPE = 7;

  /** A reply is wanted from the object itself. */
  private static final byte WITH_TARGET = 3;

  private static final int OVERHEAD = 256;

  /** "Resource limit reached": the client may try again. */
  private static final String TRANSIENT = "IDL:omg.org/CORBA/TRANSIENT:1.0";

  private Giop() {}

  /** Asks an object to factorize, and knows the right answer. */
  static Exchange factorize(String number, String factors) {
    return new Exchange(
        request("Cal/orb/factorizer", "factorize", string(number)),
        reply(string(factors)),
        TRANSIENT);
  }

  /** Asks an object to store a frame, and knows the right answer. */
  static Exchange upload(byte[] payload, int crc) {
    byte[] octets =
        ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
    return new Exchange(
        request("Cal/orb/uploader", "upload", octets),
        reply(ByteBuffer.allocate(4).putInt(crc).array()),
        TRANSIENT);
  }

  /** Whether a server announces a close of the connection, as allowed between two requests. */
  static boolean isClose(ByteBuffer received) {
    int at = received.position();
    return received.remaining() > TYPE
        && ISO_8859_1.decode(received.slice(at, 4)).toString().equals(MAGIC)
        && received.get(at + TYPE) == CLOSE_CONNECTION;
  }

  private static byte[] request(String key, String operation, byte[] argument) {
    ByteBuffer message = message(REQUEST, argument.length);
    message.putInt(REQUEST_ID).put(WITH_TARGET).put(new byte[3]);
    message.putShort((short) 0).putShort((short) 0);
    message.putInt(key.length()).put(key.getBytes(ISO_8859_1));
    align(message, 4);
    message.put(string(operation));
    align(message, 4);
    message.putInt(0);
    align(message, 8);
    return sealed(message.put(argument));
  }

  private static byte[] reply(byte[] result) {
    ByteBuffer message = message(REPLY, result.length);
    message.putInt(REQUEST_ID).putInt(0).putInt(0);
    align(message, 8);
    return sealed(message.put(result));
  }

  private static ByteBuffer message(byte type, int body) {
    ByteBuffer message = ByteBuffer.allocate(OVERHEAD + body);
    return message.put(MAGIC.getBytes(ISO_8859_1)).put(new byte[] {1, 2, 0, type}).putInt(0);
  }

  private static void align(ByteBuffer message, int to) {
    while (message.position() % to != 0) {
      message.put((byte) 0);
    }
  }

  private static byte[] string(String text) {
    ByteBuffer string = ByteBuffer.allocate(5 + text.length());
    return string.putInt(text.length() + 1).put(text.getBytes(ISO_8859_1)).put((byte) 0).array();
  }

  private static byte[] sealed(ByteBuffer message) {
    byte[] bytes = new byte[message.position()];
    message.putInt(8, bytes.length - HEADER).flip().get(bytes);
    return bytes;
  }
}
