package cal.sample.web.filter;

import cal.sample.web.http.Filter;
import cal.sample.web.http.Handler;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Links the protocol pipeline (JAWS) by lines of text, from the client to the files. A line is the
 * class of a {@link Filter}; or a prefix of paths, and the class of their {@link Handler}.
 * Immutable.
 *
 * @param classPath jars and folders, beside those of the server
 * @param files the end of the pipeline
 */
public record Pipeline(List<Path> classPath, Handler files) {
  /** The pipeline of a server without further lines. */
  public static final List<String> USUAL =
      List.of(HiddenFilter.class.getName(), MethodFilter.class.getName());

  /**
   * Makes a pipeline, by classes as they are on the disk now.
   *
   * @throws IOException if a class cannot be linked
   */
  public Handler of(List<String> lines) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path place : classPath) {
      urls.add(place.toUri().toURL());
    }
    ClassLoader loader =
        new URLClassLoader(urls.toArray(URL[]::new), Pipeline.class.getClassLoader());
    Handler pipeline = files;
    for (String line : lines.reversed()) {
      String[] words = line.split("\\s+", 2);
      if (words.length == 2 && !words[0].startsWith("/")) {
        throw new IOException(words[0] + " is no prefix of paths; begin with a slash");
      }
      Filter filter =
          words.length == 1
              ? instance(words[0], Filter.class, loader)
              : route(words[0], instance(words[1], Handler.class, loader));
      Handler next = pipeline;
      pipeline = request -> filter.filter(request, next);
    }
    return pipeline;
  }

  /** Gives the paths below a prefix, of whole segments, to a handler. */
  private static Filter route(String prefix, Handler handler) {
    String folder = prefix.endsWith("/") ? prefix : prefix + "/";
    return (request, next) -> {
      String path = request.path();
      return (path.equals(prefix) || path.startsWith(folder) ? handler : next).handle(request);
    };
  }

  private static <T> T instance(String name, Class<T> type, ClassLoader loader) throws IOException {
    try {
      return Class.forName(name, true, loader).asSubclass(type).getConstructor().newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError failure) {
      String kind = type.getSimpleName();
      throw new IOException(name + " is no " + kind + " with a public constructor: " + failure);
    }
  }
}
