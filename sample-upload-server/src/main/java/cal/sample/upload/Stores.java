package cal.sample.upload;

import java.nio.file.Path;

/** Finds the store that a name means. Stateless, hence thread-safe. */
public final class Stores {

  private static final String H2 = "h2:";

  /**
   * What makes an embedded H2 keep its word.
   *
   * <ul>
   *   <li>{@code WRITE_DELAY=0} hands each commit to the operating system before it returns; the
   *       default waits up to 500 ms, and a killed process loses that much or more.
   *   <li>{@code REUSE_SPACE=FALSE} only ever appends to the file. Where H2 writes over what is no
   *       longer used, a database that was not closed was seen to come back without its last
   *       commits.
   *   <li>{@code DB_CLOSE_ON_EXIT=FALSE} keeps the database open while the JVM shuts down, for
   *       frames that are still under way.
   *   <li>{@code TRACE_LEVEL_FILE=0}: failures are reported to the caller, not to a file.
   * </ul>
   *
   * <p>Against a failure of power or of the system, nothing is promised: H2 does not wait for the
   * disk.
   */
  private static final String H2_SETTINGS =
      ";WRITE_DELAY=0;REUSE_SPACE=FALSE;DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0";

  private Stores() {}

  /**
   * Opens a store.
   *
   * @param name {@code memory}, {@code h2:PATH} (PATH is the database file, without its ending
   *     {@code .mv.db}), or a JDBC URL
   * @return the store, thread-safe but for {@code memory}
   * @throws StoreException if the name means no store, or the store cannot be opened
   */
  public static Store open(String name) {
    if (name.equals("memory")) {
      return new MemoryStore();
    }
    if (name.startsWith(H2) && name.length() > H2.length() && !name.contains(";")) {
      return new JdbcStore(h2Url(Path.of(name.substring(H2.length()))));
    }
    if (name.startsWith("jdbc:")) {
      return new JdbcStore(name);
    }
    throw new StoreException(
        "store=" + name + " is none of memory, h2:PATH (a path without ';') and jdbc:URL", null);
  }

  /** Returns the JDBC URL under which {@code h2:PATH} is stored, for whoever reads it. */
  public static String h2Url(Path path) {
    return "jdbc:h2:file:" + path.toAbsolutePath() + H2_SETTINGS;
  }
}
