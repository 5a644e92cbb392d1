package cal.reactive.internal.relief;

import java.util.Arrays;
import java.util.List;

/** The reason why a turn keeps its loop, as far as the stack tells, and the remedy. */
enum Culprit {
  CLASS_INITIALISER(
      "a class initialiser, in which a virtual thread cannot let go of its loop; have the class"
          + " loaded at start-up"),
  FILE(
      "file I/O, for which an event loop cannot wait; hand the call off (captureHandOff) to a stage"
          + " of its own, with executor-pool as its model for example"),
  NAME_LOOKUP(
      "a name lookup, for which an event loop cannot wait; resolve the name at start-up, or hand"
          + " the call off (captureHandOff) to a stage of its own, with executor-pool as its model"
          + " for example"),
  NATIVE_FRAME(
      "a wait under a native frame, where a virtual thread cannot let go of its loop; hand the call"
          + " off to a stage with a model of its own"),
  COMPUTATION(
      "computation, or a wait that no virtual thread can leave; hand it off to a stage with a model"
          + " of its own, choose reactive-pool, or raise cal.reactive.slow-step");

  private static final List<String> FILE_CLASSES =
      List.of(
          "java.io.FileInputStream",
          "java.io.FileOutputStream",
          "java.io.FileDescriptor",
          "java.io.RandomAccessFile",
          "java.io.UnixFileSystem",
          "sun.nio.ch.FileChannelImpl",
          "sun.nio.ch.FileDispatcherImpl",
          "sun.nio.ch.UnixFileDispatcherImpl",
          "sun.nio.fs.UnixNativeDispatcher");

  private static final List<String> LOOKUP_CLASSES =
      List.of("java.net.Inet4AddressImpl", "java.net.Inet6AddressImpl");

  private final String advice;

  Culprit(String advice) {
    this.advice = advice;
  }

  String advice() {
    return advice;
  }

  static Culprit of(StackTraceElement[] stack) {
    if (Arrays.stream(stack).anyMatch(frame -> FILE_CLASSES.contains(frame.getClassName()))) {
      return FILE;
    }
    if (Arrays.stream(stack).anyMatch(frame -> LOOKUP_CLASSES.contains(frame.getClassName()))) {
      return NAME_LOOKUP;
    }
    if (Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("<clinit>"))) {
      return CLASS_INITIALISER;
    }
    boolean parks =
        stack.length > 0
            && Arrays.stream(stack).limit(3).anyMatch(f -> f.getMethodName().startsWith("park"));
    return parks ? NATIVE_FRAME : COMPUTATION;
  }
}
