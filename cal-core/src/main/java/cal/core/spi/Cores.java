package cal.core.spi;

import cal.core.internal.os.Affinity;
import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Cores of the machine that platform threads are to run on, as Linux lists them: {@code 0,2-3}.
 * Harizopoulos and Ailamaki, <i>Affinity scheduling in staged server architectures</i>, 2002.
 *
 * <p>Immutable and thread-safe. A thread has the cores of the one that made it. So once any thread
 * of the process is pinned, each that attaches to a stage takes the stage's cores, or all.
 */
public final class Cores {
  /** All that the process may use: the threads are not pinned. */
  public static final Cores ALL = new Cores(new BitSet());

  /** The numbers of cores that Linux can have. */
  private static final int MOST = 8192;

  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");

  private static volatile boolean pinning;

  private final BitSet list;

  private Cores(BitSet list) {
    this.list = list;
  }

  /**
   * A setting of threads that may be pinned.
   *
   * @param key the key
   * @param purpose one line for the table
   * @return the setting, by default {@link #ALL}
   */
  public static Setting<Cores> setting(String key, String purpose) {
    return new Setting<>(key, "all, or cores such as 0, 0-1 or 0,2-3", "all", purpose, Cores::of);
  }

  /**
   * Reads a list of cores.
   *
   * @param text numbers and ranges, separated by commas, or {@code all}
   * @return the cores
   * @throws IllegalArgumentException if it is no such list
   */
  public static Cores of(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    BitSet list = new BitSet();
    for (String part : text.split(",", -1)) {
      Matcher range = RANGE.matcher(part);
      if (!range.matches()) {
        throw new IllegalArgumentException("no range");
      }
      int from = Integer.parseInt(range.group(1));
      int to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
      if (from > to || to >= MOST) {
        throw new IllegalArgumentException("out of range");
      }
      list.set(from, to + 1);
    }
    return new Cores(list);
  }

  /**
   * Whether these are {@link #ALL}, so that nothing is pinned.
   *
   * @return false where a list was given
   */
  public boolean isAll() {
    return list.isEmpty();
  }

  /**
   * Makes sure that threads of this process can be pinned to these cores, before one is. From then
   * on threads are.
   *
   * @param said the setting and its value, for people
   * @throws ConfigurationException if they cannot
   */
  public void require(String said) {
    if (isAll()) {
      return;
    }
    String missing = Affinity.missing();
    if (missing != null) {
      throw new ConfigurationException(said + " " + missing + "; or leave it out");
    }
    BitSet absent = (BitSet) list.clone();
    absent.andNot(Affinity.ofProcess());
    if (!absent.isEmpty()) {
      throw new ConfigurationException(
          "%s names cores that this process may not use, %s; give some of %s"
              .formatted(said, new Cores(absent), new Cores(Affinity.ofProcess())));
    }
    pinning = true;
  }

  /**
   * Whether any thread of the process is pinned, or was. Otherwise nothing needs to be done.
   *
   * @return true after the first {@link #require}
   */
  public static boolean pinning() {
    return pinning;
  }

  /**
   * Has the calling thread, or the carrier of a virtual one, run on these cores from now on. Does
   * nothing where no thread of the process is {@linkplain #pinning pinned}.
   *
   * @return the cores that it had, to take again; null where it has these already
   */
  public Cores take() {
    if (!pinning) {
      return null;
    }
    BitSet wanted = isAll() ? Affinity.ofProcess() : list;
    BitSet had = Affinity.ofThread();
    if (had.isEmpty() || had.equals(wanted)) {
      return null;
    }
    Affinity.set(wanted);
    return new Cores(had);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cores cores && cores.list.equals(list);
  }

  @Override
  public int hashCode() {
    return list.hashCode();
  }

  /** As one writes them, in order. */
  @Override
  public String toString() {
    return isAll()
        ? "all"
        : list.stream()
            .filter(core -> core == 0 || !list.get(core - 1))
            .mapToObj(this::range)
            .collect(Collectors.joining(","));
  }

  private String range(int from) {
    int to = list.nextClearBit(from) - 1;
    return from == to ? "" + from : from + "-" + to;
  }
}
