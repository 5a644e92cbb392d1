package cal.cluster;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigInteger;

/**
 * Objects that travel without the serialization of Java, which costs as much as a small call:
 * numbers, texts, bytes, and rows of them. Nobody can tell a copy of those from the object itself,
 * but of bytes: a row has one array at most, since two could be the same one. Stateless.
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
        out.writeByte('s');
        out.writeInt(text.length());
        out.writeChars(text); // of any chars, also of half a pair
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

  static Object read(DataInputStream in) throws IOException {
    int mark = in.readByte();
    return switch (mark) {
      case '0' -> null;
      case 't', 'f' -> mark == 't';
      case 'i' -> in.readInt();
      case 'l' -> in.readLong();
      case 'd' -> Double.longBitsToDouble(in.readLong());
      case 's' -> {
        char[] text = new char[in.readInt()];
        for (int i = 0; i < text.length; i++) {
          text[i] = in.readChar();
        }
        yield new String(text);
      }
      case 'n' -> new BigInteger(in.readNBytes(in.readInt()));
      case 'b' -> in.readNBytes(in.readInt());
      case 'r' -> {
        Object[] row = new Object[in.readInt()];
        for (int i = 0; i < row.length; i++) {
          row[i] = read(in);
        }
        yield row;
      }
      default -> throw new IOException("mark " + mark + " of no plain object");
    };
  }
}
