package cal.sample.web.files;

import java.net.FileNameMap;
import java.net.URLConnection;

/** Content types by the ends of file names, as the JDK lists them. Stateless. */
final class ContentTypes {
  private static final FileNameMap NAMES = URLConnection.getFileNameMap();

  private ContentTypes() {}

  static String of(String name) {
    String type = NAMES.getContentTypeFor(name);
    if (type == null) {
      return "application/octet-stream";
    }
    return type.startsWith("text/") ? type + "; charset=utf-8" : type;
  }
}
