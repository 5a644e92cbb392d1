package cal.cluster.internal.call;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Objects that travel without the serialization of Java, which costs as much as a small call:
 * numbers, texts, bytes, and rows of these. A copy equals the object itself, except of bytes: a row
 * has a single array at most, since two could be the same array. Stateless.
 */
final class Plain {
  private Plain() {}

  /** Whether an object, or all of a row, is such. */
  static boolean is(Object content) {
    if (!(content instanceof Object[] row) || row.getClass() != Object[].class) {
      return isOne(content);
    }
    int arrays = 0;
    for (Object each : row) {
      arrays += each instanceof byte[] ? 1 : 0;
      if (!isOne(each) || arrays > 1) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOne(Object content) {
    return switch (content) {
      case null -> true;
      case Boolean truth -> true;
      case Integer number -> true;
      case Long number -> true;
      case Double number -> true;
      case String text -> true;
      case byte[] bytes -> true;
      default -> content.getClass() == BigInteger.class;
    };
  }

  static void write(DataOutputStream out, Object content) throws IOException {
    switch (content) {
      case null -> out.writeByte('0');
      case Boolean truth -> out.writeByte(truth ? 't' : 'f');
      case Integer number -> {
        out.writeByte('i');
        out.writeInt(number);
      }
      case Long number -> {
        out.writeByte('l');
        out.writeLong(number);
      }
      case Double number -> {
        out.writeByte('d');
        out.writeLong(Double.doubleToRawLongBits(number));
      }
      case String text -> {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (text.equals(new String(utf8, StandardCharsets.UTF_8))) {
          out.writeByte('s');
          writeBytes(out, utf8);
        } else { // of half a pair
          out.writeByte('c');
          out.writeInt(text.length());
          out.writeChars(text);
        }
      }
      case BigInteger number -> {
        out.writeByte('n');
        writeBytes(out, number.toByteArray());
      }
      case byte[] bytes -> {
        out.writeByte('b');
        writeBytes(out, bytes);
      }
      default -> {
        Object[] row = (Object[]) content;
        out.writeByte('r');
        out.writeInt(row.length);
        for (Object each : row) {
          write(out, each);
        }
      }
    }
  }

  private static void writeBytes(DataOutputStream out, byte[] bytes) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  /**
   * Reads an object from all the bytes there. Memory is taken for as much as the bytes can hold.
   *
   * @param in of an array
   * @throws IOException if the bytes are of no object, or too few, or too many
   */
  static Object readAll(DataInputStream in) throws IOException {
    int mark = in.readByte();
    Object content = mark == 'r' ? readRow(in) : readOne(in, mark);
    if (in.available() > 0) {
      throw new StreamCorruptedException(in.available() + " bytes behind a plain object");
    }
    return content;
  }

  private static Object[] readRow(DataInputStream in) throws IOException {
    Object[] row = new Object[readLength(in, 1)];
    for (int i = 0; i < row.length; i++) {
      row[i] = readOne(in, in.readByte());
    }
    return row;
  }

  private static Object readOne(DataInputStream in, int mark) throws IOException {
    return switch (mark) {
      case '0' -> null;
      case 't', 'f' -> mark == 't';
      case 'i' -> in.readInt();
      case 'l' -> in.readLong();
      case 'd' -> Double.longBitsToDouble(in.readLong());
      case 's' ->
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(readBytes(in))).toString();
      case 'c' -> {
        char[] text = new char[readLength(in, Character.BYTES)];
        for (int i = 0; i < text.length; i++) {
          text[i] = in.readChar();
        }
        yield new String(text);
      }
      case 'n' -> new BigInteger(readBytes(in));
      case 'b' -> readBytes(in);
      default -> throw new StreamCorruptedException("mark " + mark + " of no plain object");
    };
  }

  private static byte[] readBytes(DataInputStream in) throws IOException {
    return in.readNBytes(readLength(in, 1));
  }

  /** A length within the remaining bytes, of so many for each element at least. */
  private static int readLength(DataInputStream in, int least) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available() / least) {
      throw new StreamCorruptedException(
          "length " + length + " of a plain object, with " + in.available() + " bytes left");
    }
    return length;
  }
}
