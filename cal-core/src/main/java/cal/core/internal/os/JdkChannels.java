package cal.core.internal.os;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.channels.SelectableChannel;
import java.util.Optional;

/**
 * The descriptors of the JDK's channels, in {@code sun.nio.ch}: the package must be exported to
 * CAL. Stateless.
 */
public final class JdkChannels {
  private static final String OPTION = "--add-exports java.base/sun.nio.ch=ALL-UNNAMED";
  private static final MethodHandle DESCRIPTOR;
  private static final MethodHandle NUMBER;
  private static final String MISSING;

  static {
    MethodHandle descriptor = null;
    MethodHandle number = null;
    String missing = null;
    try {
      Class<?> channel = Class.forName("sun.nio.ch.SelChImpl");
      descriptor =
          MethodHandles.lookup()
              .findVirtual(channel, "getFDVal", MethodType.methodType(int.class))
              .asType(MethodType.methodType(int.class, SelectableChannel.class));
      number =
          MethodHandles.lookup()
              .findStatic(
                  Class.forName("sun.nio.ch.IOUtil"),
                  "fdVal",
                  MethodType.methodType(int.class, FileDescriptor.class));
    } catch (IllegalAccessException closed) {
      missing = "needs " + OPTION;
    } catch (ReflectiveOperationException gone) {
      missing = "does not know this JDK: " + gone;
    }
    DESCRIPTOR = descriptor;
    NUMBER = number;
    MISSING = missing;
  }

  private JdkChannels() {}

  /** Why there are no descriptors, without a subject; empty where there are. */
  public static Optional<String> missing() {
    return Optional.ofNullable(MISSING);
  }

  /** The descriptor of a file; -1 after the file was closed. */
  public static int descriptor(FileDescriptor file) {
    try {
      return (int) NUMBER.invokeExact(file);
    } catch (Throwable impossible) {
      throw new AssertionError("fdVal", impossible);
    }
  }

  /** The descriptor of a channel; of another file after the channel was closed. */
  public static int descriptor(SelectableChannel channel) {
    try {
      return (int) DESCRIPTOR.invokeExact(channel);
    } catch (Throwable failure) {
      if (failure instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) failure; // the method throws nothing that is checked
    }
  }
}
