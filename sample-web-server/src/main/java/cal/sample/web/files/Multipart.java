package cal.sample.web.files;

import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import cal.sample.web.http.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Several parts of a file as {@code multipart/byteranges} (RFC 9110, section 14.6). Immutable.
 *
 * @param version of the file
 * @param pieces the parts, each after its head
 * @param end the last boundary
 */
record Multipart(FileVersion version, List<Piece> pieces, String end) implements Body {
  /** A part and the text before. */
  private record Piece(String head, Ranges.Part part) {}

  /** The boundary of a representation's parts; the tag makes the boundary unique in these bytes. */
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
      pieces.add(new Piece(head, part));
    }
    return new Multipart(there.version(), List.copyOf(pieces), boundary + "--\r\n");
  }

  /** The whole, from an answer with the file. */
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
  public Opened open(boolean grown) throws IOException {
    return new Parts(version.open(grown), this);
  }

  private record Parts(OpenFile file, Multipart parts) implements Opened {
    @Override
    public void send(Output out) throws IOException {
      for (Piece piece : parts.pieces) {
        write(out, piece.head);
        file.send(piece.part.offset(), piece.part.length(), out);
      }
      write(out, parts.end);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  private static void write(Output out, String text) throws IOException {
    out.write(ascii(text), 0, text.length(), false);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
