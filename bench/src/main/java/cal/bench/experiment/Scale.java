package cal.bench.experiment;

import java.util.Locale;

/** The length of an experiment, and so the use of its figures. */
public enum Scale {
  /** Seconds, in as few JVMs as possible: a trial. */
  SMOKE,
  /** A minute or so: which way things go. */
  QUICK,
  /** The full time: for the record. */
  FULL;

  /** The name in a file and on the command line, such as {@code smoke}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
