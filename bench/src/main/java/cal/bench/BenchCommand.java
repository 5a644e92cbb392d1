package cal.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The experiments, each a command of its own. Not thread-safe. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "EXPERIMENT",
    description = {
      "Runs an experiment in JVMs of their own, servers and clients on separate cores, and writes"
          + " what it found as JSON and Markdown.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  ./cal bench idle --connections 10000 --active 100 --models reactive,virtual,thread,nio",
      "  ./cal bench trickle --tricklers 100 --models reactive,virtual,thread-pool",
      "  ./cal bench balance --models reactive-pool,nio,netty-epoll --loops 2",
      "  ./cal bench micro                             what a captured call costs, by JMH",
      "  ./cal bench regions                           what a critical region costs, by JMH",
      "  ./cal bench startup                           what weaving at load time adds to a start",
      "  ./cal bench orb                               JacORB under CAL, as it is, and tuned",
      "  ./cal bench adopted                           servers that nobody here wrote, adopted",
      "  ./cal bench idle --help                       the options of an experiment"
    },
    subcommands = {
      IdleExperiment.class,
      TrickleExperiment.class,
      BalanceExperiment.class,
      MicroExperiment.class,
      RegionExperiment.class,
      StartupExperiment.class,
      OrbExperiment.class,
      AdoptedExperiment.class
    })
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Without an experiment: teaches by example. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
