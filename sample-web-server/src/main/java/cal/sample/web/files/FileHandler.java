package cal.sample.web.files;

import cal.sample.web.http.Field;
import cal.sample.web.http.Handler;
import cal.sample.web.http.Method;
import cal.sample.web.http.Request;
import cal.sample.web.http.Response;
import cal.sample.web.http.Target;
import java.io.IOException;
import java.nio.file.Path;

/** Answers by the files of a site. Immutable. */
final class FileHandler implements Handler {
  private final FileSystem files;
  private final DirectoryPages pages;
  private final boolean listing;

  /**
   * Serves files.
   *
   * @param files of the site
   * @param listing whether a directory without an index is answered by a page of its entries
   */
  FileHandler(FileSystem files, boolean listing) {
    this.files = files;
    this.pages = new DirectoryPages(files);
    this.listing = listing;
  }

  @Override
  public Response handle(Request request) throws IOException {
    Resource resource = files.find(request.path());
    if (resource == null) {
      return directory(request);
    }
    Representation there = Encodings.choose(resource, request);
    return request.hasAny(Field.CONDITIONS) ? conditional(request, there) : there.ok();
  }

  private static Response conditional(Request request, Representation there) {
    return switch (Conditions.of(request, there)) {
      case NOT_MODIFIED -> there.notModified();
      case FAILED -> Response.text(412, "a precondition fails\n");
      case GO -> {
        boolean part = request.method() == Method.GET && request.has(Field.RANGE);
        yield part && Conditions.rangeApplies(request, there)
            ? part(request.value(Field.RANGE), there)
            : there.ok();
      }
    };
  }

  private static Response part(String range, Representation there) {
    Range part = Range.of(range, there.size());
    if (part == null) {
      return there.ok();
    }
    return part.length() == 0
        ? Response.of(416).field("Content-Range", "bytes */" + there.size()).body(new byte[0])
        : there.part(part);
  }

  private Response directory(Request request) throws IOException {
    String path = request.path();
    Path folder = files.directory(path);
    if (folder == null) {
      return Response.text(404, "not found\n");
    }
    if (!path.endsWith("/")) {
      String query = request.query().isEmpty() ? "" : "?" + request.query();
      return Response.of(301)
          .field("Location", Target.encoded(path) + "/" + query)
          .body(new byte[0]);
    }
    return listing ? pages.of(path, folder) : Response.text(404, "not found\n");
  }
}
