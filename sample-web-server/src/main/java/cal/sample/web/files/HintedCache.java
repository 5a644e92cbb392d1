package cal.sample.web.files;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps, beside a page, the site's files that the page names by {@code src} and {@code href} (JAWS,
 * hinted caching): a browser asks for these next. Thread-safe, as the cache beneath.
 */
record HintedCache(FileCache cache, FileSystem disk) implements FileCache {
  private static final Pattern HINT = Pattern.compile("(?i)\\b(?:src|href)=[\"']([\\w./-]+)[\"']");
  private static final int MOST = 64;
  private static final Logger LOG = System.getLogger(HintedCache.class.getName());

  @Override
  public Resource get(String path) {
    return cache.get(path);
  }

  @Override
  public void put(String path, Resource resource) {
    cache.put(path, resource);
    if (resource.type.startsWith("text/html") && resource.ok().body() == null) {
      String page =
          new String(resource.ok().content(0, resource.size), StandardCharsets.ISO_8859_1);
      Matcher hint = HINT.matcher(page);
      for (int i = 0; i < MOST && hint.find(); i++) {
        follow(absolute(path, hint.group(1)));
      }
    }
  }

  private static String absolute(String page, String hint) {
    return hint.startsWith("/") ? hint : page.substring(0, page.lastIndexOf('/') + 1) + hint;
  }

  private void follow(String path) {
    try {
      boolean absent = FileSystem.isPlain(path) && cache.get(path) == null;
      Resource named = absent ? disk.find(path) : null;
      if (named != null) {
        cache.put(path, named);
      }
    } catch (IOException failure) {
      LOG.log(Level.DEBUG, path + " is not read ahead", failure);
    }
  }

  @Override
  public void remove(String path) {
    cache.remove(path);
  }
}
