package cal.sample.web.files;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Keeps resources used often, and lately (W-TinyLFU, by Caffeine). */
final class LfuCache implements FileCache {
  private final Cache<String, Resource> resources;

  LfuCache(long bytes) {
    // The caller does Caffeine's work after an access: no thread here.
    resources =
        Caffeine.newBuilder()
            .maximumWeight(bytes)
            .weigher(FileCache::weight)
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
