package cal.simulation.seam;

import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The calls that rewritten code makes where it asks for the process and its machine. Outside of a
 * run each does as the JDK does. Thread-safe.
 */
public final class ProcessSeam {
  /** Of each run, in bytes. */
  private static final long MEMORY = 1L << 28;

  private ProcessSeam() {}

  /** Whether the calling thread is simulated. */
  public static boolean simulated() {
    return Seam.here() != null;
  }

  /** At the entry of {@code ReferenceQueue.remove}: no garbage comes; waits, for ever by 0. */
  public static boolean garbage(long millis) throws InterruptedException {
    if (Seam.here() == null) {
      return false;
    }
    if (millis < 0) {
      throw new IllegalArgumentException("Negative timeout value");
    }
    if (millis > 0) {
      Thread.sleep(millis);
      return true;
    }
    while (!Thread.interrupted()) {
      LockSupport.park();
    }
    throw new InterruptedException();
  }

  /** At the entry of the look-up of an address; null outside of a run. */
  public static String nameOf(byte[] address) throws UnknownHostException {
    if (Seam.here() == null) {
      return null;
    }
    if (InetAddress.getByAddress(address).isLoopbackAddress()) {
      return "localhost";
    }
    throw new UnknownHostException("an address without a name");
  }

  /** At the entry of a bean's method: the run's time so far, in milliseconds. */
  public static long getUptime() {
    return Seam.nanoTime() / 1_000_000;
  }

  /** At the entry of a bean's method: the begin of the run, in milliseconds since 1970. */
  public static long getStartTime() {
    return Seam.currentTimeMillis() - getUptime();
  }

  /** In place of {@link Runtime#freeMemory}. */
  public static long freeMemory(Runtime real) {
    return Seam.here() == null ? real.freeMemory() : MEMORY / 2;
  }

  /** In place of {@link Runtime#totalMemory}. */
  public static long totalMemory(Runtime real) {
    return Seam.here() == null ? real.totalMemory() : MEMORY;
  }

  /** In place of {@link Runtime#maxMemory}. */
  public static long maxMemory(Runtime real) {
    return Seam.here() == null ? real.maxMemory() : MEMORY;
  }

  /** At the entry of {@code Runtime.loadLibrary}: the JDK has libraries of its own. */
  public static void library(Class<?> caller, String name) {
    ClassLoader loader = caller.getClassLoader();
    boolean ofJdk = loader == null || loader == ClassLoader.getPlatformClassLoader();
    if (Seam.here() != null && !ofJdk) {
      throw Seam.refused("the native code of " + name + "; only Java is simulated");
    }
  }

  /** In place of {@code FileHandler.locks}: each process has names of log files of its own. */
  public static Set<Object> locks(Set<Object> real) {
    Hooks run = Seam.here();
    return run == null ? real : run.locks();
  }

  /**
   * In place of {@code getFilePointer}, which is native; null where the real system is to answer,
   * or the program.
   *
   * @param type the class, or the superclass, that has the method
   */
  public static Long filePointer(Object file, Class<?> type) throws Throwable {
    boolean ofJdk =
        file instanceof RandomAccessFile
            && type.getMethod("getFilePointer").getDeclaringClass() == RandomAccessFile.class;
    return ofJdk ? (Long) Seam.call("RandomAccessFile.getFilePointer", new Object[] {file}) : null;
  }

  /** In place of a reference to {@link RandomAccessFile#getFilePointer}. */
  public static long getFilePointer(RandomAccessFile file) throws Throwable {
    Long answer = filePointer(file, file.getClass());
    return answer == null ? file.getFilePointer() : answer;
  }

  /** At the entry of methods of files: {@code /proc} would tell of real time. */
  public static void file(Object path) throws NoSuchFileException {
    if (Seam.here() != null && path.toString().startsWith("/proc/")) {
      throw new NoSuchFileException(path.toString());
    }
  }

  /** At the entry of a look-up of a name. */
  public static void lookup(String host) {
    if (!host.equals("localhost")) {
      Seam.real("the look-up of the name " + host + "; name localhost, or an address");
    }
  }

  /** At the entry of {@code Runtime.exit} and {@code halt}. */
  public static void exit(int status) {
    Seam.real("the end of the process, exit(" + status + ")");
  }

  /** At the entry of {@code KeepAliveCache.get}, of {@code HttpURLConnection}. */
  public static void cache(Object connections) {
    Hooks run = Seam.here();
    if (run != null) {
      run.cache((Map<?, ?>) connections);
    }
  }
}
