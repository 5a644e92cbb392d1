package cal.bench.baseline;

import cal.sample.upload.Listener;
import java.util.Arrays;

/** The contents of the class path. Stateless. */
final class WorkingOn {
  private WorkingOn() {}

  /** Whether an aspect has made the listener a working context: then the whole server is woven. */
  static boolean wovenClasses() {
    return Arrays.stream(Listener.class.getInterfaces())
        .anyMatch(type -> type.getName().startsWith("cal.core."));
  }
}
