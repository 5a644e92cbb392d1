package cal.cli.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Bytes in readable form. Stateless. */
final class Shown {
  private static final int MOST = 80;

  private Shown() {}

  /** Text where it is printable ASCII, else hexadecimal; cut after 80 bytes. */
  static String bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[Math.min(MOST, buffer.remaining())];
    buffer.get(buffer.position(), bytes);
    String text = new String(bytes, ISO_8859_1).strip();
    boolean printable = !text.isEmpty() && text.chars().allMatch(c -> c >= ' ' && c <= '~');
    return printable ? "\"" + text + "\"" : "0x" + HexFormat.of().formatHex(bytes);
  }
}
