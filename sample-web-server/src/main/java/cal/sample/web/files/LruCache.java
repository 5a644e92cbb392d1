package cal.sample.web.files;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the last used units of resources: a resource each, or a folder each (JAWS, structured
 * caching), since the parts of a page are asked for together.
 *
 * <p>Each method is a critical region: an access moves a unit to the end of a list, shared by all
 * connections.
 */
final class LruCache implements FileCache {
  private final long limit;
  private final boolean folders;
  private final Map<String, Map<String, Resource>> units = new LinkedHashMap<>(64, 0.75f, true);
  private long bytes;

  /**
   * Keeps nothing yet.
   *
   * @param limit bytes of all resources
   * @param folders whether the files of a folder are a unit
   */
  LruCache(long limit, boolean folders) {
    this.limit = limit;
    this.folders = folders;
  }

  private String unit(String path) {
    return folders ? path.substring(0, path.lastIndexOf('/')) : path;
  }

  @Override
  public Resource get(String path) {
    Map<String, Resource> unit = units.get(unit(path));
    return unit == null ? null : unit.get(path);
  }

  @Override
  public void put(String path, Resource resource) {
    remove(path);
    units.computeIfAbsent(unit(path), name -> new HashMap<>()).put(path, resource);
    bytes += FileCache.weight(path, resource);
    Iterator<Map<String, Resource>> eldest = units.values().iterator();
    while (bytes > limit && eldest.hasNext()) {
      eldest.next().forEach((name, one) -> bytes -= FileCache.weight(name, one));
      eldest.remove();
    }
  }

  @Override
  public void remove(String path) {
    Map<String, Resource> unit = units.get(unit(path));
    Resource gone = unit == null ? null : unit.remove(path);
    if (gone != null) {
      bytes -= FileCache.weight(path, gone);
      if (unit.isEmpty()) {
        units.remove(unit(path));
      }
    }
  }
}
