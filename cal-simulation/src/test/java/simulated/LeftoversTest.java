package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Shared;
import cal.simulation.Simulated;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.RuntimeMXBean;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.util.Locale;
import java.util.SimpleTimeZone;
import java.util.TimeZone;
import java.util.logging.ConsoleHandler;
import java.util.logging.FileHandler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.MBeanServer;

/** No run sees the traces of another, although both change defaults of the process. */
final class LeftoversTest {
  private static final class Own extends Provider {
    private static final long serialVersionUID = 1;

    Own() {
      super("Own", "1", "of a test");
    }
  }

  @Simulated(seeds = 2)
  void shouldNotSeeTheRunBefore() {
    assertFalse(Locale.getDefault().equals(Locale.KOREA));
    Locale.setDefault(Locale.KOREA);
    assertFalse(TimeZone.getDefault().getID().equals("own"));
    TimeZone.setDefault(new SimpleTimeZone(1, "own"));
    assertNull(CookieHandler.getDefault());
    CookieHandler.setDefault(new CookieManager());
    assertNull(Security.getProvider("Own"));
    Security.addProvider(new Own());
    URL.setURLStreamHandlerFactory(protocol -> null);
    Logger logger = Logger.getLogger("simulated.leftovers");
    assertNull(logger.getLevel());
    logger.setLevel(Level.FINE);
    Logger root = Logger.getLogger("");
    assertEquals(1, root.getHandlers().length);
    root.addHandler(new ConsoleHandler());
    PrintStream out = System.out;
    out.println("a line");
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
  }

  /** A log that an earlier run has left open. */
  @Simulated(seeds = 3)
  void shouldHaveLogsOfItsOwn() throws Exception {
    new FileHandler("own.log").publish(new LogRecord(Level.INFO, "a line"));
    assertTrue(Files.size(Path.of("own.log")) > 0);
    assertThrows(NoSuchFileException.class, () -> Files.size(Path.of("own.log.1")));
  }

  /** At the end of a run, a file would be real. */
  @Simulated(seeds = 2)
  void shouldTakeBeansAwayWithoutAWord() throws Exception {
    assertFalse(Files.exists(Farewell.FILE));
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    int count = beans.getMBeanCount();
    Farewell.register();
    assertEquals(count + 1, beans.getMBeanCount());
    assertEquals(count, Shared.FIRST.computeIfAbsent("beans", key -> count));
  }

  @Simulated(seeds = 2)
  void shouldHaveAHostAndAProcess() throws Exception {
    assertEquals("localhost", InetAddress.getLocalHost().getHostName());
    assertEquals("10.1.2.3", new InetSocketAddress("10.1.2.3", 1).getHostName());
    assertEquals(1_000, ProcessHandle.current().pid());
    RuntimeMXBean bean = ManagementFactory.getRuntimeMXBean();
    assertEquals("1000@localhost", bean.getName());
    assertEquals(System.currentTimeMillis(), bean.getStartTime() + bean.getUptime());
    assertFalse(ManagementFactory.getThreadMXBean().isCurrentThreadCpuTimeSupported());
    assertEquals(1 << 27, Runtime.getRuntime().freeMemory());
    assertNotNull(
        LeftoversTest.class.getProtectionDomain().getCodeSource().getLocation().getPath());
  }
}
