package simulated;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.FileHandler;
import java.util.logging.Logger;
import javax.management.ObjectName;

/** A server that leaves traces in its process, and starts only where there are none. */
final class Traces {
  private Traces() {}

  private static void require(boolean isFirst, String trace) {
    if (!isFirst) {
      throw new IllegalStateException("there is " + trace + " of the start before");
    }
  }

  /** Logs each question to a file. */
  public static void main(String[] none) throws Exception {
    require(System.setProperty("simulated.traces", "yes") == null, "a property");
    Logger root = Logger.getLogger("");
    require(root.getHandlers().length == 1, "a handler");
    root.addHandler(new FileHandler("traces.log"));
    require(!Files.exists(Path.of("traces.log.1")), "a log");
    ObjectName name = new ObjectName("simulated:type=Farewell");
    require(!ManagementFactory.getPlatformMBeanServer().isRegistered(name), "a bean");
    Farewell.register();
    LineServer unused =
        new LineServer(
            line -> {
              root.info(line);
              return line;
            },
            2);
    Thread.sleep(Long.MAX_VALUE);
  }
}
