package cal.simulation.internal.program;

import java.util.List;

/**
 * A server and its clients, two classes with a {@code main}.
 *
 * @param server the class of the server, by its binary name
 * @param arguments of the server
 * @param clients the class of the clients; its arguments are the ports of the server
 */
public record Program(String server, List<String> arguments, String clients) implements Body {
  /** Copies the arguments. */
  public Program {
    arguments = List.copyOf(arguments);
  }

  @Override
  public Running of(ClassLoader loader, World world) {
    return new ProgramBody(this, loader, world);
  }
}
