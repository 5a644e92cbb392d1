package cal.cli;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * This process, which becomes another {@code java}, and so keeps id, streams and signals, unlike a
 * child process. Stateless.
 */
final class Java {
  private static final int NOT_STARTED = 2;
  private static final FunctionDescriptor SIGNATURE =
      FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);

  private Java() {}

  /**
   * Replaces this program by the java of the same JDK; returns only where the system cannot.
   *
   * @param arguments of java
   * @return the exit status of a server that did not start
   */
  static int become(List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(program());
    words.addAll(arguments);
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> execv = linker.defaultLookup().find("execv");
    if (execv.isPresent()) {
      execute(linker, execv.get(), words);
    }
    System.err.println(
        "cal: this process cannot become the server's; write "
            + words.stream().map(Java::quoted).collect(Collectors.joining(" ")));
    return NOT_STARTED;
  }

  @SuppressWarnings("restricted") // a downcall is what this class is for
  private static void execute(Linker linker, MemorySegment execv, List<String> words) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment array = arena.allocate(ValueLayout.ADDRESS, words.size() + 1); // a null ends it
      for (int i = 0; i < words.size(); i++) {
        array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(words.get(i)));
      }
      linker
          .downcallHandle(execv, SIGNATURE)
          .invoke(array.getAtIndex(ValueLayout.ADDRESS, 0), array);
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The java of this JDK. */
  static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** A word for a shell. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
