package cal.bench.experiment;

import java.util.Locale;

/** How long an experiment takes, and so what its figures are good for. */
public enum Scale {
  /** Seconds, in as few JVMs as possible: that it runs at all. */
  SMOKE,
  /** A minute or so: which way things go. */
  QUICK,
  /** As long as it takes: for the record. */
  FULL;

  /** Its name in a file and on the command line, such as {@code smoke}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
