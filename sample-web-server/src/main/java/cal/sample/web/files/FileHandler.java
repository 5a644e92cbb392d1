package cal.sample.web.files;

import cal.sample.web.http.Dates;
import cal.sample.web.http.Handler;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import cal.sample.web.http.Target;
import java.io.IOException;

/**
 * Answers by the files of a site. Files have times and no entity tags, so no tag of a client
 * matches. Immutable.
 */
public record FileHandler(FileSystem files) implements Handler {
  private static final String ANY = "*";

  @Override
  public Response handle(Request request) throws IOException {
    Resource there = files.find(request.path());
    if (there == null) {
      return directory(request);
    }
    return conditional(request, there);
  }

  /** The order of RFC 9110, section 13.2.2. A range of another version is the whole file. */
  private static Response conditional(Request request, Resource there) {
    long modified = there.modifiedSecond();
    String match = request.field("if-match");
    if (match == null
        ? modified > second(request, "if-unmodified-since", Long.MAX_VALUE)
        : !match.equals(ANY)) {
      return Response.text(412, "a precondition fails\n");
    }
    String noneMatch = request.field("if-none-match");
    if (noneMatch == null
        ? modified <= second(request, "if-modified-since", -1)
        : noneMatch.equals(ANY)) {
      return there.notModified();
    }
    String range = request.method().equals("GET") ? request.field("range") : null;
    return range != null && isOf(request.field("if-range"), modified)
        ? part(range, there)
        : there.ok();
  }

  /** The second of a date; another number where the field is missing, or no date. */
  private static long second(Request request, String field, long otherwise) {
    String date = request.field(field);
    long second = date == null ? -1 : Dates.second(date);
    return second < 0 ? otherwise : second;
  }

  /** Whether a date tells a version: the file was left alone for a second afterwards. */
  private static boolean isOf(String date, long modified) {
    return date == null || (Dates.second(date) == modified && modified < Dates.now() - 1);
  }

  private static Response part(String range, Resource there) {
    Range part = Range.of(range, there.size);
    if (part == null) {
      return there.ok();
    }
    return part.length() == 0
        ? Response.of(416).field("Content-Range", "bytes */" + there.size).body(new byte[0])
        : there.part(part);
  }

  private Response directory(Request request) throws IOException {
    String path = request.path();
    if (path.endsWith("/") || files.directory(path) == null) {
      return Response.text(404, "not found\n");
    }
    String query = request.query().isEmpty() ? "" : "?" + request.query();
    String place = Target.encoded(path) + "/" + query;
    return Response.of(301).field("Location", place).body(new byte[0]);
  }
}
