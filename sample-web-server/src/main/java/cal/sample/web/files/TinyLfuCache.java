package cal.sample.web.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Caffeine: keeps resources used often and lately (W-TinyLFU). */
final class TinyLfuCache implements FileCache {
  private final Cache<String, Resource> resources;

  TinyLfuCache(long bytes) {
    // What Caffeine has to do after an access is done by the caller: it has no thread of its own.
    resources =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher((String path, Resource resource) -> resource.weight() + 2 * path.length())
            .executor(task -> task.run())
            .build();
  }

  @Override
  public Resource get(String path) {
    return resources.getIfPresent(path);
  }

  @Override
  public void put(String path, Resource resource) {
    resources.put(path, resource);
  }

  @Override
  public void remove(String path) {
    resources.invalidate(path);
  }
}
