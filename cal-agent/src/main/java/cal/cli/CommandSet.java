package cal.cli;

import java.util.List;
import java.util.Set;

/**
 * More commands of {@code ./cal}, found by {@link java.util.ServiceLoader} in the jars beside this
 * jar. For a single thread.
 */
public interface CommandSet {
  /** The commands of the set in the sources of CAL, which the agent's jar alone has not. */
  Set<String> OF_REPOSITORY = Set.of("demo", "serve", "load", "simulate", "bench");

  /** The commands for picocli, in the order of the help. */
  List<Object> commands();

  /** Lines for the help, each a command and its purpose. */
  List<String> examples();
}
