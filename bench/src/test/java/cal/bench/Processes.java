package cal.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The state of processes, as Linux tells it. */
public final class Processes {
  private static final String GONE = "X";

  private Processes() {}

  /** Whether it runs or is stopped; nobody may have asked yet how an orphan has ended. */
  public static boolean isThere(long pid) {
    String state = state(pid);
    return !state.equals("Z") && !state.equals(GONE);
  }

  /** Whether it is stopped, by SIGSTOP. */
  public static boolean isStopped(long pid) {
    return state(pid).equals("T");
  }

  private static String state(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      int name = stat.lastIndexOf(')');
      return stat.substring(name + 2, name + 3);
    } catch (IOException noSuchProcess) {
      return GONE;
    }
  }
}
