package cal.sample.upload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the store of a name. Stateless, hence thread-safe. */
public final class Stores {

  private static final String H2 = "h2:";

  private static final String FILES = "files:";

  private static final Pattern RELAY = Pattern.compile("relay:(.+):(\\d{1,5})");

  private static final int LAST_PORT = 65_535;

  private static final Pattern SLOW = Pattern.compile("(compute|wait|disk):(\\d{1,6})ms:(.+)");

  /**
   * Settings for an embedded H2 to keep its word.
   *
   * <ul>
   *   <li>{@code WRITE_DELAY=0} hands each commit to the operating system before the return; the
   *       default waits up to 500 ms, and a killed process loses as much or more.
   *   <li>{@code REUSE_SPACE=FALSE} only ever appends to the file. Where H2 writes over unused
   *       space, an unclosed database was seen to come back without the last commits.
   *   <li>{@code DB_CLOSE_ON_EXIT=FALSE} keeps the database open while the JVM shuts down, for
   *       frames under way.
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
   * @param name {@code memory}, {@code h2:PATH} (PATH is the database file, without the ending
   *     {@code .mv.db}), {@code files:DIR} (a file a frame), a JDBC URL, or {@code
   *     relay:HOST:PORT}, another upload server; before any of these, the time of each frame:
   *     {@code compute:10ms:} of processor time, {@code wait:10ms:}, or {@code disk:10ms:}, a wait
   *     for a single frame at a time
   * @return the store, thread-safe by critical regions
   * @throws StoreException if no store has the name, or the store cannot be opened
   */
  public static Store open(String name) {
    if (name.equals("memory")) {
      return new MemoryStore();
    }
    if (name.startsWith(H2) && name.length() > H2.length() && !name.contains(";")) {
      return new JdbcStore(h2Url(Path.of(name.substring(H2.length()))));
    }
    if (name.startsWith(FILES) && name.length() > FILES.length()) {
      return new FolderStore(Path.of(name.substring(FILES.length())));
    }
    if (name.startsWith("jdbc:")) {
      return new JdbcStore(name);
    }
    Matcher relay = RELAY.matcher(name);
    int port = relay.matches() ? Integer.parseInt(relay.group(2)) : 0;
    if (port > 0 && port <= LAST_PORT) {
      return new RelayStore(relay.group(1), port);
    }
    Matcher slow = SLOW.matcher(name);
    if (slow.matches()) {
      Duration time = Duration.ofMillis(Integer.parseInt(slow.group(2)));
      return new SlowStore(serviceTime(slow.group(1), time), open(slow.group(3)));
    }
    throw new StoreException(
        "store="
            + name
            + " is none of memory, h2:PATH (a path without ';'), files:DIR, jdbc:URL and"
            + " relay:HOST:PORT, with"
            + " compute:10ms:, wait:10ms: or disk:10ms: before it or not",
        null);
  }

  private static SlowStore.ServiceTime serviceTime(String word, Duration time) {
    return switch (word) {
      case "compute" -> new Computation(time);
      case "disk" -> new Disk(time);
      default -> SlowStore.ServiceTime.waiting(time);
    };
  }

  /** Returns the JDBC URL of {@code h2:PATH}, for readers. */
  public static String h2Url(Path path) {
    return "jdbc:h2:file:" + path.toAbsolutePath() + H2_SETTINGS;
  }
}
