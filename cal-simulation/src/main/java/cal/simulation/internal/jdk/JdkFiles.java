package cal.simulation.internal.jdk;

import java.io.FileDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Internals of the JDK about files: descriptors, attributes, errors, native memory. Stateless. */
public final class JdkFiles {
  private static final VarHandle DESCRIPTOR;
  private static final MethodHandle EXCEPTION;
  private static final MethodHandle KEY;
  private static final MethodHandle READ;
  private static final MethodHandle MAP;
  private static final Lookup CONSTANTS;
  private static final Class<?> CONSTANT_OWNER;
  private static final Map<String, VarHandle> ATTRIBUTES = new HashMap<>();

  static {
    try {
      DESCRIPTOR =
          Internals.in(FileDescriptor.class).findVarHandle(FileDescriptor.class, "fd", int.class);
      Class<?> exception = Class.forName("sun.nio.fs.UnixException");
      EXCEPTION =
          Internals.in(exception)
              .findConstructor(exception, MethodType.methodType(void.class, int.class));
      Class<?> key = Class.forName("sun.nio.ch.FileKey");
      KEY =
          Internals.in(key)
              .findConstructor(key, MethodType.methodType(void.class, long.class, long.class));
      Class<?> calls = Class.forName("sun.nio.fs.UnixNativeDispatcher");
      READ =
          Internals.in(calls)
              .findStatic(
                  calls,
                  "read",
                  MethodType.methodType(int.class, int.class, long.class, int.class));
      Class<?> channels = Class.forName("sun.nio.ch.UnixFileDispatcherImpl");
      MAP =
          Internals.in(channels)
              .findVirtual(
                  channels,
                  "map",
                  MethodType.methodType(
                      long.class,
                      FileDescriptor.class,
                      int.class,
                      long.class,
                      long.class,
                      boolean.class));
      CONSTANT_OWNER = Class.forName("sun.nio.fs.UnixConstants");
      CONSTANTS = Internals.in(CONSTANT_OWNER);
      Class<?> attributes = Class.forName("sun.nio.fs.UnixFileAttributes");
      Lookup in = Internals.in(attributes);
      for (String field : List.of("st_mode", "st_nlink", "st_uid", "st_gid")) {
        ATTRIBUTES.put(field, in.findVarHandle(attributes, field, int.class));
      }
      for (String field :
          List.of(
              "st_ino",
              "st_dev",
              "st_size",
              "st_atime_sec",
              "st_atime_nsec",
              "st_mtime_sec",
              "st_mtime_nsec",
              "st_ctime_sec",
              "st_ctime_nsec")) {
        ATTRIBUTES.put(field, in.findVarHandle(attributes, field, long.class));
      }
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  private JdkFiles() {}

  /** Returns the system's number of a descriptor. */
  public static int number(FileDescriptor descriptor) {
    return (int) DESCRIPTOR.get(descriptor);
  }

  /** Gives a descriptor its number; -1 for closed. */
  public static void number(FileDescriptor descriptor, int number) {
    DESCRIPTOR.set(descriptor, number);
  }

  /** Returns a constant of the system, as {@code ENOENT}. */
  public static int constant(String name) {
    try {
      return (int) CONSTANTS.findStaticVarHandle(CONSTANT_OWNER, name, int.class).get();
    } catch (ReflectiveOperationException unknown) {
      throw new UnknownJdk(unknown.toString(), unknown);
    }
  }

  /** Makes the exception of a failed call. */
  public static Throwable failure(int errno) {
    return (Throwable) Internals.call(EXCEPTION, errno);
  }

  /** Makes the key of a file, for locks. */
  public static Object key(long device, long number) {
    return Internals.call(KEY, device, number);
  }

  /** Sets an attribute of a file, which has the name of the system's field. */
  public static void set(Object attributes, String field, int value) {
    ATTRIBUTES.get(field).set(attributes, value);
  }

  /** The same, for a field of 64 bits. */
  public static void set(Object attributes, String field, long value) {
    ATTRIBUTES.get(field).set(attributes, value);
  }

  /** Reads from a real descriptor; returns the number of bytes, 0 at the end. */
  public static int read(int descriptor, ByteBuffer direct) {
    return (int)
        Internals.call(
            READ, descriptor, MemorySegment.ofBuffer(direct).address(), direct.remaining());
  }

  /** Maps a real file, by the arguments of the JDK's call after the object; returns the address. */
  public static long map(Object... arguments) {
    return (long) Internals.call(MAP, arguments);
  }

  /** Returns native memory. */
  @SuppressWarnings("restricted") // the JDK's own buffers
  public static ByteBuffer memory(long address, int length) {
    return MemorySegment.ofAddress(address)
        .reinterpret(length)
        .asByteBuffer()
        .order(ByteOrder.nativeOrder());
  }
}
