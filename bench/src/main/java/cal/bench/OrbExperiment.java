package cal.bench;

import cal.bench.experiment.Ratio;
import cal.bench.load.ErrorKind;
import cal.bench.load.LoadResult;
import cal.bench.load.LoadSpec;
import cal.bench.load.Workload;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The ORB under CAL against JacORB as it is, and tuned. Not thread-safe. */
@Command(
    name = "orb",
    mixinStandardHelpOptions = true,
    description = {
      "JacORB under CAL against JacORB as it is and JacORB tuned, all in turns, with the woven",
      "server a second time: as far as that is from 1, so uncertain is the rest.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ./cal bench orb                                 all cases, half an hour",
      "  ./cal bench orb --cases upload-100 --model virtual --rounds 5 --out mine",
      "  ./cal bench orb --cases factor-100 --add        measures one case anew, keeps the others",
      "",
      "Exit status: 0 if every goal is reached, in answers/s and in CPU time, 1 if not."
    })
final class OrbExperiment implements Callable<Integer> {
  private static final int DEFAULT = 0;
  private static final int TUNED = 1;
  private static final int WOVEN = 2;
  private static final int AGAIN = 3;

  @Spec private CommandSpec spec;

  @Option(
      names = "--cases",
      split = ",",
      paramLabel = "CASE",
      description = "as factor-100 or upload-1000-short, separated by commas; default: all")
  private List<String> names;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "or two, connection+request; default: the best of each case")
  private String model;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "fresh JVMs of each server that the rounds are shared between; "
              + "default: ${DEFAULT-VALUE}")
  private int forks;

  @Option(names = "--add", description = "keep the other cases that the files hold")
  private boolean add;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "bench/results/orb",
      description = "where to write, without .md and .json; default: ${DEFAULT-VALUE}")
  private Path out;

  @Mixin private final TurnOptions turns = new TurnOptions();
  @Mixin private final ServersUnderTest servers = new ServersUnderTest();

  private final Progress progress = Progress.onStandardError();

  /** What one server has shown. Immutable. */
  record Shown(
      @JsonProperty("answers_per_second") double rate,
      @JsonProperty("cpu_seconds_per_1000_answers") double cpu,
      @JsonProperty("clients_served") int served,
      @JsonProperty("fairness") Double fairness,
      @JsonProperty("errors") Map<ErrorKind, Long> errors) {

    static Shown of(Tournament.Player player) {
      LoadResult last = player.last();
      return new Shown(
          player.median(Tournament.Turn::rate),
          player.median(Tournament.Turn::cpu),
          last.clientsServed(),
          last.fairness(),
          player.errors());
    }
  }

  /** The woven server against another; ratios above 1 are in favour of the woven one. Immutable. */
  record Against(
      @JsonProperty("goal") Double goal,
      @JsonProperty("answers_ratio") Ratio rate,
      @JsonProperty("cpu_ratio") Ratio cpu) {

    static Against of(Double goal, Tournament.Player woven, Tournament.Player other) {
      return new Against(
          goal,
          Tournament.ratio(woven, other, Tournament.Turn::rate),
          Tournament.ratio(other, woven, Tournament.Turn::cpu));
    }

    boolean met() {
      return goal == null || (rate.meets(goal) && cpu.meets(goal));
    }
  }

  /** A case. Immutable. */
  record Row(
      @JsonProperty("case") String name,
      @JsonProperty("clients") int clients,
      @JsonProperty("model") String model,
      @JsonProperty("rounds") int rounds,
      @JsonProperty("woven") Shown woven,
      @JsonProperty("jacorb") Shown jacorb,
      @JsonProperty("jacorb_tuned") Shown tuned,
      @JsonProperty("against_jacorb") Against againstDefault,
      @JsonProperty("against_tuned") Against againstTuned,
      @JsonProperty("against_itself") Against againstItself) {

    boolean met() {
      return againstDefault.met() && againstTuned.met();
    }
  }

  /** What the JSON file holds. Immutable. */
  record Content(@JsonProperty("rows") List<Row> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<OrbCase> cases = validated();
    servers.pin(progress);
    List<Row> kept = kept(cases);
    ExperimentReport<Row> report = report();
    boolean met = true;
    for (OrbCase one : OrbCase.ALL) {
      Row row = null;
      if (cases.contains(one)) {
        row = measure(model == null ? one : one.under(model));
        progress.milestone(
            "%s: %s of JacORB's answers/s, %s of the tuned one's"
                .formatted(one.name(), row.againstDefault().rate(), row.againstTuned().rate()));
        met &= row.met();
      } else {
        row = kept.stream().filter(old -> old.name().equals(one.name())).findAny().orElse(null);
      }
      if (row != null) {
        report.add(row);
      }
    }
    progress.clear();
    spec.commandLine().getOut().println(report.markdown());
    return met ? 0 : 1;
  }

  private List<OrbCase> validated() {
    List<String> known = OrbCase.ALL.stream().map(OrbCase::name).toList();
    for (String name : names == null ? known : names) {
      if (!known.contains(name)) {
        throw Options.mistake(spec, "--cases=" + name + " is none of " + String.join(", ", known));
      }
    }
    if (model != null) {
      ServersUnderTest.requireKnown(spec, "--model", List.of(model));
    }
    if (forks < 1) {
      throw Options.mistake(spec, "--forks=" + forks + " must be 1 or more");
    }
    turns.validate(spec);
    ResultFiles.check(spec, out);
    servers.validate(spec);
    List<OrbCase> cases =
        OrbCase.ALL.stream().filter(one -> names == null || names.contains(one.name())).toList();
    cases.forEach(one -> Options.connections(spec, one.clients(), AGAIN + 1));
    return cases;
  }

  /** The rows of the files that are not measured anew. */
  private List<Row> kept(List<OrbCase> cases) {
    Path json = new ResultFiles(out).json();
    if (!add || !Files.exists(json)) {
      return List.of();
    }
    List<String> measured = cases.stream().map(OrbCase::name).toList();
    return Json.read(json, Content.class).rows().stream()
        .filter(row -> !measured.contains(row.name()))
        .toList();
  }

  private Row measure(OrbCase one) throws IOException, InterruptedException {
    Workload workload = ServersUnderTest.workload(spec, "--cases", one.service());
    List<List<String>> commands =
        Stream.of(OrbServers.STOCK, OrbServers.TUNED, one.model(), one.model())
            .map(name -> servers.command(name, one.service(), 1))
            .toList();
    Tournament tournament =
        new Tournament(
            commands,
            server -> new LoadSpec(server.address(), workload, one.sessions(), one.clients()));
    for (int fork = 0; fork < forks; fork++) {
      progress.now("%s, servers %d of %d".formatted(one.name(), fork + 1, forks));
      int rounds = turns.rounds() * (fork + 1) / forks - turns.rounds() * fork / forks;
      Duration last = fork + 1 < forks ? Duration.ZERO : one.longTurn(turns.turn(spec));
      tournament.run(fork + 1, rounds, turns.warmUp(spec), turns.turn(spec), last);
    }
    List<Tournament.Player> players = tournament.players();
    Tournament.Player woven = players.get(WOVEN);
    return new Row(
        one.name(),
        one.clients(),
        one.model(),
        turns.rounds(),
        Shown.of(woven),
        Shown.of(players.get(DEFAULT)),
        Shown.of(players.get(TUNED)),
        Against.of(one.goal(), woven, players.get(DEFAULT)),
        Against.of(one.goalTuned(), woven, players.get(TUNED)),
        Against.of(null, woven, players.get(AGAIN)));
  }

  private ExperimentReport<Row> report() {
    return new ExperimentReport<Row>(
            new ResultFiles(out),
            ResultFiles.machine(
                servers.place(), "servers' heap " + servers.heap(), turns.areForTheRecord()),
            """
            # JacORB under CAL, as it is, and tuned

            Each figure is the median of %d rounds in turns, on %d sets of JVMs: right answers a \
            second; CPU seconds of the server for 1,000 of them. Ratios above 1 are in favour of the \
            woven server, with their 95%% bootstrap interval; a goal is met where the interval lies \
            above it less 0.05. "itself" compares two JVMs of the same woven server: as far as that \
            is from 1, so uncertain is the rest. Tuned: request processors 20, queue 100,000, \
            receptors 5,000. Served and fairness are of one long turn at the end (woven, JacORB, \
            tuned). A client that is refused rests for 100 ms and connects again.
            """
                .formatted(turns.rounds(), forks))
        .column("case", Row::name)
        .column("model", Row::model)
        .column("answers/s woven", row -> rate(row.woven()))
        .column("answers/s JacORB", row -> rate(row.jacorb()))
        .column("answers/s tuned", row -> rate(row.tuned()))
        .column("CPU s/1,000 woven", row -> cpu(row.woven()))
        .column("CPU s/1,000 JacORB", row -> cpu(row.jacorb()))
        .column("CPU s/1,000 tuned", row -> cpu(row.tuned()))
        .column("answers/s over JacORB", row -> "" + row.againstDefault().rate())
        .column("CPU over JacORB", row -> "" + row.againstDefault().cpu())
        .column("goal over JacORB", row -> goal(row.againstDefault()))
        .column("answers/s over tuned", row -> "" + row.againstTuned().rate())
        .column("CPU over tuned", row -> "" + row.againstTuned().cpu())
        .column("goal over tuned", row -> goal(row.againstTuned()))
        .column("answers/s over itself", row -> "" + row.againstItself().rate())
        .column("served", OrbExperiment::served)
        .column("fairness", OrbExperiment::fairness)
        .column("errors", OrbExperiment::errors);
  }

  private static String rate(Shown shown) {
    return "%,.0f".formatted(shown.rate());
  }

  private static String cpu(Shown shown) {
    return "%.4f".formatted(shown.cpu());
  }

  private static String goal(Against against) {
    return against.goal() == null
        ? ""
        : "%s: answers/s %s, CPU %s"
            .formatted(against.goal(), met(against, against.rate()), met(against, against.cpu()));
  }

  private static String met(Against against, Ratio ratio) {
    return ratio.meets(against.goal()) ? "yes" : "**no**";
  }

  private static String served(Row row) {
    return "%,d, %,d, %,d of %,d"
        .formatted(
            row.woven().served(), row.jacorb().served(), row.tuned().served(), row.clients());
  }

  private static String fairness(Row row) {
    return String.join(
        ", ",
        Stream.of(row.woven(), row.jacorb(), row.tuned())
            .map(Shown::fairness)
            .map(value -> value == null ? "none" : "%.2f".formatted(value))
            .toList());
  }

  private static String errors(Row row) {
    return "woven %s, JacORB %s, tuned %s"
        .formatted(errors(row.woven()), errors(row.jacorb()), errors(row.tuned()));
  }

  private static String errors(Shown shown) {
    return shown.errors().isEmpty() ? "none" : Objects.toString(shown.errors());
  }
}
