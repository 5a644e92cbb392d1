package simulated;

import cal.simulation.Shared;
import cal.simulation.Simulated;
import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import java.util.prefs.Preferences;
import javax.management.NotificationEmitter;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Assumptions;

/** Tests that a simulation must refuse, or call undetermined; run by {@code RefusalsTest}. */
public final class Unfit {
  @Simulated(seeds = 1)
  void channel() throws IOException {
    AsynchronousSocketChannel.open().close();
  }

  @Simulated(seeds = 1)
  void datagram() throws IOException {
    new DatagramSocket().close();
  }

  /** The refusal ends the run even where the program catches whatever comes. */
  @Simulated(seeds = 1)
  void process() {
    try {
      new ProcessBuilder("true").start();
    } catch (Throwable caught) {
      System.out.println("caught");
    }
  }

  @Simulated(seeds = 1)
  @SuppressWarnings("restricted") // which is what is refused
  void library() {
    System.loadLibrary("calaspects");
  }

  @Simulated(seeds = 1)
  @SuppressWarnings("restricted") // which is what is refused
  void load() {
    Runtime.getRuntime().load("/calaspects.so");
  }

  @Simulated(seeds = 1)
  void preferences() {
    System.out.println(Preferences.userRoot());
  }

  @Simulated(seeds = 1)
  void recording() {
    try (Recording recording = new Recording()) {
      recording.start();
    }
  }

  @Simulated(seeds = 1)
  void heap() throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap("target/simulated.hprof", true);
  }

  @Simulated(seeds = 1)
  void command() throws Exception {
    ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcHeapDump",
            new Object[] {new String[] {"target/simulated.hprof"}},
            new String[] {String[].class.getName()});
  }

  @Simulated(seeds = 1)
  void memory() {
    ((NotificationEmitter) ManagementFactory.getMemoryMXBean())
        .addNotificationListener((notification, object) -> {}, null, null);
  }

  /** By reflection, or the compiler warns of the class. */
  @Simulated(seeds = 1)
  void signal() throws Exception {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    signal
        .getMethod("handle", signal, handler)
        .invoke(
            null,
            signal.getConstructor(String.class).newInstance("TERM"),
            handler.getField("SIG_IGN").get(null));
  }

  @Simulated(seeds = 1)
  void name() throws IOException {
    InetAddress.getAllByName("calaspects.example");
  }

  @Simulated(seeds = 1)
  void figures() {
    System.out.println(ManagementFactory.getThreadMXBean().getThreadCount());
  }

  @Simulated(seeds = 1)
  void threads() {
    System.out.println(Thread.getAllStackTraces());
  }

  @Simulated(seeds = 1)
  void local() throws IOException {
    ServerSocketChannel.open(StandardProtocolFamily.UNIX).close();
  }

  @Simulated(seeds = 1)
  void end() {
    System.exit(7);
  }

  @Simulated(seeds = 2)
  void assumption() {
    Assumptions.assumeTrue(false, "on purpose");
  }

  /** A class of the JDK's that the program has found by itself. */
  @Simulated(seeds = 1, java = "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED")
  void selector() throws Exception {
    Method get = Class.forName("sun.nio.ch.DefaultSelectorProvider").getDeclaredMethod("get");
    get.setAccessible(true);
    ((SelectorProvider) get.invoke(null)).openSelector().close();
  }

  @Simulated(seeds = 1)
  void pipe() throws IOException {
    SelectorProvider.provider().openPipe();
  }

  @Simulated(seeds = 1)
  void urgent() throws IOException {
    try (ServerSocket listener = new ServerSocket(0);
        Socket socket = new Socket("localhost", listener.getLocalPort())) {
      socket.sendUrgentData(1);
    }
  }

  @Simulated(seeds = 1)
  void host() throws IOException {
    new Socket(InetAddress.getByAddress(new byte[] {10, 0, 0, 1}), 80).close();
  }

  @Simulated(seeds = 1)
  void mapped() throws IOException {
    try (FileChannel file =
        FileChannel.open(
            Path.of("mapped"),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      file.map(FileChannel.MapMode.READ_WRITE, 0, 10);
    }
  }

  @Simulated(seeds = 1)
  void asynchronous() throws IOException {
    AsynchronousFileChannel.open(Path.of("pom.xml")).close();
  }

  @Simulated(seeds = 1)
  void watch() throws IOException {
    FileSystems.getDefault().newWatchService().close();
  }

  @Simulated(seeds = 1)
  void device() throws IOException {
    new FileOutputStream("/dev/tty").close();
  }

  private static final class Late {
    static {
      LockSupport.parkNanos(1_000_000_000);
    }

    static void use() {}
  }

  /** Its constant is made by an initializer that stays the JVM's, and so do all others. */
  private interface Made {
    Object CONSTANT = new Object();
  }

  /** A second thread needs the class while its initializer waits. */
  @Simulated(seeds = 1)
  void initializer() throws InterruptedException {
    System.out.println(Made.CONSTANT.hashCode());
    Thread first = Thread.ofVirtual().start(Late::use);
    Thread.sleep(1);
    Late.use();
    first.join();
  }

  /** A class that the JVM takes, but whose types no loader finds. */
  @Simulated(seeds = 1)
  void unreadable() throws Exception {
    Class<?> type = new Unreadable().type();
    System.out.println(type.getDeclaredMethod("now").invoke(null));
  }

  @Simulated(seeds = 1)
  @SuppressWarnings("DoNotCallSuggester") // fails on purpose
  void property() {
    throw new AssertionError("user.wish=" + System.getProperty("user.wish"));
  }

  @Simulated(seeds = 1)
  void pool() {
    new ForkJoinPool(2).execute(() -> {});
  }

  /** Never ends by itself. */
  @Simulated(seeds = 1, limitSeconds = 60)
  void ticks() throws InterruptedException {
    while (true) {
      Thread.sleep(1_000);
    }
  }

  @Simulated(seeds = 1, nothingLeft = true)
  void leaves() throws Exception {
    LineServer server = new LineServer(line -> line, 1);
    new LineClient(server.port()).ask("a line");
  }

  @Simulated(seeds = 1)
  void spins() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Simulated(seeds = 3)
  void undetermined() throws InterruptedException {
    if (Shared.RUNS.incrementAndGet() % 2 == 0) {
      Thread.sleep(1);
    }
  }
}
