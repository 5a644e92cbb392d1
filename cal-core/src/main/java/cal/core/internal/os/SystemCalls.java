package cal.core.internal.os;

import cal.core.internal.support.ModuleName;
import java.util.List;
import java.util.Optional;

/** Whether calls of Linux about the JDK's channels can be made here. Stateless. */
public final class SystemCalls {
  /** The architectures whose numbers and layouts are known. */
  private static final List<String> KNOWN = List.of("amd64", "aarch64");

  private SystemCalls() {}

  /**
   * Why calls cannot be made; classes with bindings fail to load then.
   *
   * @param subject of the sentence, for people
   * @return a sentence about the subject; empty where calls can be made
   */
  public static Optional<String> missing(String subject) {
    if (!System.getProperty("os.name").equals("Linux")
        || !KNOWN.contains(System.getProperty("os.arch"))) {
      return Optional.of(subject + " needs Linux on x86-64 or aarch64");
    }
    return withoutAccess().or(JdkChannels::missing).map(why -> subject + " " + why);
  }

  /** The option that permits calls of native functions; empty where calls are permitted. */
  static Optional<String> withoutAccess() {
    return SystemCalls.class.getModule().isNativeAccessEnabled()
        ? Optional.empty()
        : Optional.of("needs --enable-native-access=" + ModuleName.of(SystemCalls.class));
  }
}
