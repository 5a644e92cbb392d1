package cal.sample.web.files;

/** Keeps resources by their paths, up to a number of bytes. Thread-safe. */
interface FileCache {
  /** Looks a resource up; null if not kept. */
  Resource get(String path);

  /** Keeps a resource in place of another of the same path, and lets others go for room. */
  void put(String path, Resource resource);

  /** Lets a resource go. */
  void remove(String path);

  /** The bytes of a kept resource. */
  static int weight(String path, Resource resource) {
    return resource.weight() + 2 * path.length();
  }
}
