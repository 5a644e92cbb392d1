package cal.simulation.internal.run;

import cal.simulation.internal.net.Faults;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;

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
    Faults faults)
    implements Serializable {

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
