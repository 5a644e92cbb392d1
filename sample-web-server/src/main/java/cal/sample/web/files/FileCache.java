package cal.sample.web.files;

/** Keeps resources by their paths, up to a number of bytes. Thread-safe. */
interface FileCache {
  /**
   * Looks a resource up.
   *
   * @return null where it is not kept
   */
  Resource get(String path);

  /** Keeps a resource in place of another of its path, and lets others go where room is needed. */
  void put(String path, Resource resource);

  /** Lets a resource go. */
  void remove(String path);
}
