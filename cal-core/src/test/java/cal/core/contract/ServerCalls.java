package cal.core.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The places in which a module reaches the server's own objects, as its class files have them: a
 * method of such an object may wait for good, so that a thread of CAL's own must not call it.
 */
public final class ServerCalls {
  /** A call by which the server's code is run, or an object of the server's is got. */
  private static final Map<String, String> SEAMS =
      Map.of(
          ".*\\.awaited\\(Ljava/lang/Object;\\).*", "the binding's awaits(..)",
          ".*\\.awaits\\(\\)Ljava/net/Socket;", "the binding's awaits(..)",
          ".*\\.onlyListens\\(Ljava/lang/Object;\\).*", "the binding's listens(..)",
          "java/.*\\.available\\(\\)I", "a stream's available()",
          "java/lang/AutoCloseable\\.close.*", "a target's close()",
          ".*/(Captured|Invocation|Staged|Spawned)[A-Za-z]*\\.(target|caller)\\(\\)L.*", "a target",
          ".*\\.describeHere\\(.*", "an object's toString()",
          "java/net/ServerSocket\\.(close|isClosed|isBound)\\(.*", "a listening socket",
          "java/util/function/BiConsumer\\.accept\\(.*", "the failure handler",
          "java/util/WeakHashMap\\.<init>.*", "an object's equals() and hashCode()");

  private ServerCalls() {}

  /**
   * The classes of a module that make such calls.
   *
   * @param classes the folder of the module's classes
   * @return the simple names of outermost classes, by what they call
   */
  public static Map<String, List<String>> in(Path classes) throws IOException {
    Map<String, Set<String>> callers = new TreeMap<>();
    try (Stream<Path> files = Files.walk(classes)) {
      files
          .filter(file -> file.toString().endsWith(".class"))
          .map(ServerCalls::parsed)
          .forEach(type -> add(type, callers));
    }
    Map<String, List<String>> all = new TreeMap<>();
    callers.forEach((seam, types) -> all.put(seam, List.copyOf(types)));
    return all;
  }

  private static ClassModel parsed(Path file) {
    try {
      return ClassFile.of().parse(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void add(ClassModel type, Map<String, Set<String>> callers) {
    String name = type.thisClass().asInternalName().replaceAll(".*/|\\$.*", "");
    type.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.elementStream())
        .forEach(
            element -> {
              if (element instanceof InvokeInstruction call) {
                String called = name(call);
                SEAMS.forEach(
                    (pattern, seam) -> {
                      if (called.matches(pattern)) {
                        callers.computeIfAbsent(seam, absent -> new TreeSet<>()).add(name);
                      }
                    });
              }
            });
  }

  private static String name(InvokeInstruction call) {
    return call.owner().asInternalName()
        + "."
        + call.name().stringValue()
        + call.type().stringValue();
  }
}
