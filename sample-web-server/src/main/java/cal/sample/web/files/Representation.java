package cal.sample.web.files;

import cal.sample.web.http.Dates;
import cal.sample.web.http.Response;
import java.nio.file.attribute.FileTime;

/**
 * A file of a resource, and its answers. Immutable.
 *
 * @param version of the file
 * @param type the content type
 * @param encoding {@code gzip} or {@code br}; null for the file itself
 * @param etag a strong validator
 * @param varies whether other clients get another form
 * @param ok the answer to a plain request
 * @param notModified the answer to a client with the file
 */
record Representation(
    FileVersion version,
    String type,
    String encoding,
    String etag,
    boolean varies,
    Response ok,
    Response notModified) {
  private static final int OVERHEAD = 800;

  long modifiedSecond() {
    return version.modified.toInstant().getEpochSecond();
  }

  long size() {
    return version.size;
  }

  /** The answer with a part. */
  Response part(Range part) {
    String place = "bytes " + part.offset() + "-" + part.last() + "/" + size();
    Response.Builder answer =
        Response.of(206).field("Content-Type", type).field("Content-Range", place);
    describe(answer, version.modified, etag, encoding, varies);
    return ok.body() == null
        ? answer.body(ok.content(part.offset(), part.length()))
        : answer.body(new FileBody(version, part.offset(), part.length()));
  }

  /** Sets the fields of each answer about a file. */
  static Response.Builder describe(
      Response.Builder answer, FileTime modified, String etag, String encoding, boolean varies) {
    answer.field("Last-Modified", Dates.text(modified.toInstant().getEpochSecond()));
    answer.field("ETag", etag);
    if (varies) {
      answer.field("Vary", "Accept-Encoding");
    }
    if (encoding != null) {
      answer.field("Content-Encoding", encoding);
    }
    return answer;
  }

  int weight() {
    return OVERHEAD + ok.weight() + notModified.weight();
  }
}
