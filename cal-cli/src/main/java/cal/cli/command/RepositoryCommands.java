package cal.cli.command;

import cal.cli.CommandSet;
import java.util.List;

/** The commands {@code serve}, {@code load} and {@code simulate}. Stateless. */
public final class RepositoryCommands implements CommandSet {
  /** Made by {@link java.util.ServiceLoader}. */
  public RepositoryCommands() {}

  @Override
  public List<Object> commands() {
    return List.of(new ServeCommand(), new LoadCommand(), new SimulateCommand());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "  ./cal serve upload --port 4000 --model virtual --store memory",
        "  ./cal load upload --port 4000 --clients 100 --seconds 5 --sessions long",
        "  ./cal serve factor --port 4001 --model thread-pool --set cal.thread-pool.size=8",
        "  ./cal serve orb --port 4002 --model reactive  an ORB that nobody here wrote",
        "  ./cal load orb --port 4002 --call factorize --clients 1000",
        "  ./cal simulate --clients acme.Clients -- -cp server.jar:clients.jar acme.Main");
  }
}
