package cal.simulation.internal.run;

import cal.simulation.internal.net.Faults;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The work of a simulated process. Immutable.
 *
 * @param test the class of the test, by its binary name
 * @param method the method of the test
 * @param first the first seed
 * @param seeds the number of seeds
 * @param strategy the class of the strategy
 * @param limitSeconds of virtual time, for each run
 * @param timeoutSeconds of real time, for all
 * @param faults the network
 */
public record Order(
    String test,
    String method,
    long first,
    int seeds,
    String strategy,
    int limitSeconds,
    int timeoutSeconds,
    Faults faults) {

  /** Writes a file. */
  public void write(Path file) throws IOException {
    Properties all = new Properties();
    all.setProperty("test", test);
    all.setProperty("method", method);
    all.setProperty("first", Long.toString(first));
    all.setProperty("seeds", Integer.toString(seeds));
    all.setProperty("strategy", strategy);
    all.setProperty("limit", Integer.toString(limitSeconds));
    all.setProperty("timeout", Integer.toString(timeoutSeconds));
    all.setProperty("resetOneIn", Integer.toString(faults.resetOneIn()));
    all.setProperty("resetWithin", Integer.toString(faults.resetWithin()));
    all.setProperty("refuseOneIn", Integer.toString(faults.refuseOneIn()));
    all.setProperty("delayNanos", Integer.toString(faults.delayNanos()));
    all.setProperty("buffer", Integer.toString(faults.buffer()));
    try (Writer out = Files.newBufferedWriter(file)) {
      all.store(out, null);
    }
  }

  /** Reads a file. */
  static Order read(Path file) throws IOException {
    Properties all = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      all.load(in);
    }
    return new Order(
        all.getProperty("test"),
        all.getProperty("method"),
        Long.parseLong(all.getProperty("first")),
        number(all, "seeds"),
        all.getProperty("strategy"),
        number(all, "limit"),
        number(all, "timeout"),
        new Faults(
            number(all, "resetOneIn"),
            number(all, "resetWithin"),
            number(all, "refuseOneIn"),
            number(all, "delayNanos"),
            number(all, "buffer")));
  }

  private static int number(Properties all, String name) {
    return Integer.parseInt(all.getProperty(name));
  }
}
