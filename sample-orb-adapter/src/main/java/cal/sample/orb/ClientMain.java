package cal.sample.orb;

import cal.sample.orb.idl.BadNumber;
import cal.sample.orb.idl.TooHard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.omg.CORBA.SystemException;

/**
 * A client's command line: {@code HOST PORT factorize N} prints the prime factors, {@code HOST PORT
 * upload FILE} the frame's CRC-32C in hexadecimal. Exit status 1 if the server did not answer so, 2
 * for wrong arguments. Not thread-safe.
 */
public final class ClientMain {
  private ClientMain() {}

  /**
   * Calls the server once.
   *
   * @param arguments as above
   */
  public static void main(String[] arguments) {
    if (arguments.length != 4 || !arguments[2].matches("factorize|upload")) {
      System.err.println("give HOST PORT factorize N, or HOST PORT upload FILE");
      System.exit(2);
    }
    int port = Integer.parseInt(arguments[1]);
    try (OrbClient client = new OrbClient(arguments[0], port, Map.of())) {
      System.out.println(answer(client, arguments[2], arguments[3]));
    } catch (BadNumber | TooHard | SystemException | IOException failure) {
      System.err.println(failure);
      System.exit(1);
    }
  }

  private static String answer(OrbClient client, String operation, String argument)
      throws BadNumber, TooHard, IOException {
    return operation.equals("factorize")
        ? client.factorizer().factorize(argument)
        : "%08x".formatted(client.uploader().upload(Files.readAllBytes(Path.of(argument))));
  }
}
