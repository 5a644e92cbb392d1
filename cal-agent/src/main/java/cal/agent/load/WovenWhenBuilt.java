package cal.agent.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Tells servers that were woven when they were built from those that the agent weaves. */
public final class WovenWhenBuilt {
  private WovenWhenBuilt() {}

  /**
   * Whether anything on a class path was woven when it was built.
   *
   * @param classPath as {@code java} is given it
   */
  public static boolean isOn(String classPath) {
    try {
      return !ClassPath.of(classPath, Path.of("")).all(PreMainWeaver.RECORD).isEmpty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the class path " + classPath, unreadable);
    }
  }
}
