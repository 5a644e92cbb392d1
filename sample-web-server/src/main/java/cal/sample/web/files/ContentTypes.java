package cal.sample.web.files;

import java.net.FileNameMap;
import java.net.URLConnection;

/** Content types by the ends of file names, as the JDK lists them. Stateless. */
public final class ContentTypes {
  private static final FileNameMap NAMES = URLConnection.getFileNameMap();

  private ContentTypes() {}

  /** The type of a file, by its name. */
  public static String of(String name) {
    String type = NAMES.getContentTypeFor(name);
    if (type == null) {
      return "application/octet-stream";
    }
    return type.startsWith("text/") ? type + "; charset=utf-8" : type;
  }
}
