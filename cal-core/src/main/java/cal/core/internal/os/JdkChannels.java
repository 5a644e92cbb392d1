package cal.core.internal.os;

import java.io.FileDescriptor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SelectableChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The descriptors of the JDK's channels, and the memory of its buffers, in {@code sun.nio.ch}: the
 * package must be exported to CAL. Stateless.
 */
public final class JdkChannels {
  private static final String OPTION = "--add-exports java.base/sun.nio.ch=ALL-UNNAMED";
  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final MethodHandle DESCRIPTOR;
  private static final MethodHandle NUMBER;
  private static final MethodHandle ADDRESS;
  private static final MethodHandle UNINTERRUPTIBLE;
  private static final String MISSING;

  /** The descriptor in a channel of a file; null where the package is not open. */
  private static final MethodHandle FILE = fileOfChannel();

  static {
    MethodHandle descriptor = null;
    MethodHandle number = null;
    MethodHandle address = null;
    MethodHandle uninterruptible = null;
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
      address =
          MethodHandles.lookup()
              .findVirtual(
                  Class.forName("sun.nio.ch.DirectBuffer"),
                  "address",
                  MethodType.methodType(long.class))
              .asType(MethodType.methodType(long.class, ByteBuffer.class));
      uninterruptible =
          MethodHandles.lookup()
              .findVirtual(
                  Class.forName("sun.nio.ch.FileChannelImpl"),
                  "setUninterruptible",
                  MethodType.methodType(void.class))
              .asType(MethodType.methodType(void.class, FileChannel.class));
    } catch (IllegalAccessException closed) {
      missing = "needs " + OPTION;
    } catch (ReflectiveOperationException gone) {
      missing = "does not know this JDK: " + gone;
    }
    DESCRIPTOR = descriptor;
    NUMBER = number;
    ADDRESS = address;
    UNINTERRUPTIBLE = uninterruptible;
    MISSING = missing;
  }

  private JdkChannels() {}

  private static MethodHandle fileOfChannel() {
    try {
      Class<?> channel = Class.forName("sun.nio.ch.FileChannelImpl");
      return MethodHandles.privateLookupIn(channel, MethodHandles.lookup())
          .findGetter(channel, "fd", FileDescriptor.class)
          .asType(MethodType.methodType(FileDescriptor.class, FileChannel.class));
    } catch (ReflectiveOperationException closed) {
      return null;
    }
  }

  /** The descriptor of a file's channel; -1 where {@code sun.nio.ch} is not open, or if closed. */
  public static int descriptor(FileChannel channel) {
    if (FILE == null || !isOfJdk(channel)) {
      return -1;
    }
    try {
      return descriptor((FileDescriptor) FILE.invokeExact(channel));
    } catch (Throwable impossible) {
      throw new AssertionError("fd", impossible);
    }
  }

  private static boolean isOfJdk(FileChannel channel) {
    return channel.getClass().getName().equals("sun.nio.ch.FileChannelImpl");
  }

  /**
   * Has an interrupt leave a file's channel open, which else closes the channel for all threads.
   *
   * @return false for a channel of another kind, and where {@code sun.nio.ch} is not exported
   */
  public static boolean shield(FileChannel channel) {
    if (UNINTERRUPTIBLE == null || !isOfJdk(channel)) {
      return false;
    }
    try {
      UNINTERRUPTIBLE.invokeExact(channel);
      return true;
    } catch (Throwable impossible) {
      throw new AssertionError("setUninterruptible", impossible);
    }
  }

  /** A path to the very file of an open channel; its name where the system has no such path. */
  public static Path path(FileChannel open, Path name) {
    Path same = DESCRIPTORS.resolve(Integer.toString(descriptor(open)));
    return Files.exists(same) ? same : name;
  }

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

  /** The memory of a direct buffer, from its begin; without an allocation. */
  public static long address(ByteBuffer direct) {
    try {
      return (long) ADDRESS.invokeExact(direct);
    } catch (Throwable impossible) {
      throw new AssertionError("address", impossible);
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
