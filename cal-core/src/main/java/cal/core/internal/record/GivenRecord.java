package cal.core.internal.record;

import java.util.List;

/** The weaver's record of what was woven as it was loaded, in place of an artifact's. */
public final class GivenRecord {
  private static volatile List<String> lines = List.of();

  private GivenRecord() {}

  /** Gives the record, once, on the thread that starts the process. */
  public static void give(List<String> record) {
    lines = List.copyOf(record);
  }

  /** Its lines, none where nothing was woven as it was loaded. */
  public static List<String> lines() {
    return lines;
  }
}
