package cal.simulation.internal.run;

import cal.simulation.internal.disk.DiskFaults;
import cal.simulation.internal.net.Faults;
import cal.simulation.internal.program.Body;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The work of a simulated process. Immutable.
 *
 * @param body the program
 * @param replay how a seed is run again, for a reader, with {@code %d} for the seed
 * @param first the first seed
 * @param seeds the number of seeds
 * @param strategy the class of the strategy
 * @param limitSeconds of virtual time, for each run
 * @param timeoutSeconds of real time, for all
 * @param faults the network
 * @param machine the server's machine, and its disk
 */
public record Order(
    Body body,
    String replay,
    long first,
    int seeds,
    String strategy,
    int limitSeconds,
    int timeoutSeconds,
    Faults faults,
    DiskFaults machine)
    implements Serializable {

  /** Returns the order of one seed alone. */
  public Order only(long seed) {
    return new Order(
        body, replay, seed, 1, strategy, limitSeconds, timeoutSeconds, faults, machine);
  }

  /** Writes a file. */
  public void write(Path file) throws IOException {
    try (ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(file))) {
      out.writeObject(this);
    }
  }

  /** Reads a file, by the same classes. */
  static Order read(Path file) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(file))) {
      return (Order) in.readObject();
    }
  }
}
