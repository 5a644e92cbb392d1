package cal.bench.cli;

import cal.bench.demo.DemoCommand;
import cal.cli.CommandSet;
import java.util.List;

/** The commands of the laboratory. Stateless. */
public final class BenchCommands implements CommandSet {
  /** Made by {@link java.util.ServiceLoader}. */
  public BenchCommands() {}

  @Override
  public List<Object> commands() {
    return List.of(new DemoCommand(), new BenchCommand());
  }

  @Override
  public List<String> examples() {
    return List.of(
        "  ./cal demo                                    every model, side by side, in two minutes",
        "  ./cal bench peers --quick                     an experiment; ./cal bench lists them");
  }
}
