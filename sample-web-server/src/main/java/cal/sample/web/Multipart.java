package cal.sample.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Several parts of a file as {@code multipart/byteranges} (RFC 9110, section 14.6). Immutable.
 *
 * @param pieces the parts, each after its head
 * @param end the last boundary
 */
record Multipart(List<Piece> pieces, String end) implements Body {
  /** A part and the text before it. */
  private record Piece(String head, FileBody part) {}

  /** The boundary of a representation's parts; the tag says which bytes it does not occur in. */
  static String boundary(Representation there) {
    return "part-of-" + there.etag().substring(1, there.etag().length() - 1) + "-cal";
  }

  static Multipart of(Representation there, Ranges ranges) {
    String boundary = "\r\n--" + boundary(there);
    List<Piece> pieces = new ArrayList<>();
    for (Ranges.Part part : ranges.parts()) {
      String head =
          boundary
              + "\r\nContent-Type: "
              + there.type()
              + "\r\nContent-Range: "
              + there.contentRange(part)
              + "\r\n\r\n";
      pieces.add(
          new Piece(
              head, new FileBody(there.file(), there.size(), part.offset(), part.length(), false)));
    }
    return new Multipart(List.copyOf(pieces), boundary + "--\r\n");
  }

  /** All of it, from an answer that holds the file. */
  byte[] from(Response whole) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream((int) length());
    for (Piece piece : pieces) {
      bytes.writeBytes(ascii(piece.head));
      bytes.writeBytes(whole.content(piece.part.offset(), piece.part.length()));
    }
    bytes.writeBytes(ascii(end));
    return bytes.toByteArray();
  }

  @Override
  public long length() {
    long length = end.length();
    for (Piece piece : pieces) {
      length += piece.head.length() + piece.part.length();
    }
    return length;
  }

  @Override
  public Opened open() throws IOException {
    List<Opened> opened = new ArrayList<>();
    Opened all =
        new Opened() {
          @Override
          public void send(Output out) throws IOException {
            for (int i = 0; i < opened.size(); i++) {
              write(out, pieces.get(i).head);
              opened.get(i).send(out);
            }
            write(out, end);
          }

          @Override
          public void close() throws IOException {
            for (Opened one : opened) {
              one.close();
            }
          }
        };
    try {
      for (Piece piece : pieces) {
        opened.add(piece.part.open());
      }
      return all;
    } catch (IOException failure) {
      all.close();
      throw failure;
    }
  }

  private static void write(Output out, String text) throws IOException {
    out.write(ascii(text), 0, text.length(), false);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
