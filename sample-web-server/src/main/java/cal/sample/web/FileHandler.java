package cal.sample.web;

import java.io.IOException;

/** Answers by the files of a site. Immutable. */
final class FileHandler implements Handler {
  private final FileSystem files;

  FileHandler(FileSystem files) {
    this.files = files;
  }

  @Override
  public Response handle(Request request) throws IOException, HttpException {
    Resource resource = files.find(request.path());
    if (resource == null) {
      return Response.text(404, "not found\n");
    }
    return resource.identity().ok();
  }
}
