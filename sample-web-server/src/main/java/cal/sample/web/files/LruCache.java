package cal.sample.web.files;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the last used resources. Each method is a critical region: an access moves the resource to
 * the end of a list, shared by all connections.
 */
final class LruCache implements FileCache {
  private final long limit;
  private final Map<String, Resource> resources = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  LruCache(long limit) {
    this.limit = limit;
  }

  @Override
  public Resource get(String path) {
    return resources.get(path);
  }

  @Override
  public void put(String path, Resource resource) {
    remove(path);
    resources.put(path, resource);
    bytes += weight(path, resource);
    Iterator<Map.Entry<String, Resource>> eldest = resources.entrySet().iterator();
    while (bytes > limit && eldest.hasNext()) {
      Map.Entry<String, Resource> one = eldest.next();
      bytes -= weight(one.getKey(), one.getValue());
      eldest.remove();
    }
  }

  @Override
  public void remove(String path) {
    Resource gone = resources.remove(path);
    if (gone != null) {
      bytes -= weight(path, gone);
    }
  }

  private static int weight(String path, Resource resource) {
    return resource.weight() + 2 * path.length();
  }
}
