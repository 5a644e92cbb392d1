package cal.simulation.internal.schedule;

import java.util.ArrayList;
import java.util.List;

/** Stacks of threads as a reader wants them: the program's own frames. Stateless. */
final class Stacks {
  private static final int FRAMES = 3;

  private Stacks() {}

  /** Returns the innermost frames of the program, or the innermost of all. */
  static List<String> of(StackTraceElement[] stack) {
    List<String> frames = new ArrayList<>();
    for (StackTraceElement frame : stack) {
      if (isOfProgram(frame.getClassName()) && frames.size() < FRAMES) {
        frames.add(text(frame));
      }
    }
    for (StackTraceElement frame : stack) {
      if (frames.isEmpty() && !isOfWait(frame.getClassName())) {
        frames.add(text(frame));
      }
    }
    return frames;
  }

  private static boolean isOfProgram(String name) {
    return !name.matches("(java|javax|jdk|sun|com\\.sun|cal\\.simulation)\\..*");
  }

  private static boolean isOfWait(String name) {
    return name.startsWith("java.lang.") || name.startsWith("java.util.concurrent.locks.");
  }

  /** Without the loader's name. */
  private static String text(StackTraceElement frame) {
    return "%s.%s(%s:%d)"
        .formatted(
            frame.getClassName(),
            frame.getMethodName(),
            frame.getFileName(),
            frame.getLineNumber());
  }
}
