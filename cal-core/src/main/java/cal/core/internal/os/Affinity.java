package cal.core.internal.os;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import cal.core.internal.support.Log;
import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The allowed cores of a thread on Linux, by the foreign-function API: {@code
 * sched_setaffinity(2)}. Thread-safe.
 */
public final class Affinity {
  /** Room for 8192 cores: Linux is built for no more. */
  private static final int BYTES = 1024;

  private static final int OWN_THREAD = 0;

  /** Made where threads can be pinned, and a setting names cores. */
  private static final class Calls {
    private static final MethodHandle GET = call("sched_getaffinity");
    private static final MethodHandle SET = call("sched_setaffinity");

    /**
     * The cores of the first thread of the process, which runs no Java: nobody pins this thread.
     */
    private static final BitSet PROCESS = of((int) ProcessHandle.current().pid());
  }

  private static final AtomicBoolean TOLD = new AtomicBoolean();

  private Affinity() {}

  /**
   * Why there can be none here.
   *
   * @return words for people; null where threads can be pinned
   */
  public static String missing() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return "needs Linux";
    }
    return SystemCalls.withoutAccess().orElseGet(Affinity::refused);
  }

  private static String refused() {
    return ofProcess().isEmpty() ? "is refused by the system, which tells no cores" : null;
  }

  /**
   * The cores of the process.
   *
   * @return not to be changed; none where the system does not tell
   */
  public static BitSet ofProcess() {
    return Calls.PROCESS;
  }

  /** The allowed cores of the calling platform thread; none where the system is silent. */
  public static BitSet ofThread() {
    return of(OWN_THREAD);
  }

  private static BitSet of(int thread) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(BYTES, Long.BYTES);
      int result = (int) Calls.GET.invokeExact(thread, (long) BYTES, mask);
      return result == 0 ? BitSet.valueOf(mask.toArray(JAVA_LONG)) : new BitSet();
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new AssertionError("sched_getaffinity", impossible);
    }
  }

  /** Has the calling platform thread run on some cores. The log names a failure once. */
  public static void set(BitSet cores) {
    int result;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment mask = arena.allocate(BYTES, Long.BYTES);
      MemorySegment.copy(
          cores.toLongArray(), 0, mask, JAVA_LONG, 0, (cores.length() + 63) / Long.SIZE);
      result = (int) Calls.SET.invokeExact(OWN_THREAD, (long) BYTES, mask);
    } catch (RuntimeException | Error failure) {
      throw failure;
    } catch (Throwable impossible) {
      throw new AssertionError("sched_setaffinity", impossible);
    }
    if (result != 0 && TOLD.compareAndSet(false, true)) {
      Log.log(
          Level.WARNING,
          "thread=%s may not run on the cores %s any more; such threads stay where they are"
              .formatted(Thread.currentThread().getName(), cores),
          null);
    }
  }

  @SuppressWarnings("restricted") // missing() looks whether native access is granted.
  private static MethodHandle call(String name) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
  }
}
