package cal.bench.cli;

import cal.cli.CommandSet;
import java.util.List;

/** The command of the laboratory. Stateless. */
public final class BenchCommands implements CommandSet {
  /** Made by {@link java.util.ServiceLoader}. */
  public BenchCommands() {}

  @Override
  public List<Object> commands() {
    return List.of(new BenchCommand());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "  ./cal bench peers --quick                     an experiment; ./cal bench lists them");
  }
}
