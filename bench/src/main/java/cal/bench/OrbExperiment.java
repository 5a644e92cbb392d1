package cal.bench;

import cal.bench.load.LoadSpec;
import cal.bench.load.Sessions;
import cal.bench.load.Workload;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
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
      "  ./cal bench orb                                 all cases, an hour",
      "  ./cal bench orb --cases upload-100 --model virtual --rounds 5 --out mine",
      "  ./cal bench orb --cases factor-100 --add        measures one case anew, keeps the others",
      "",
      "Exit status: 0 if every goal is reached, in answers/s, CPU time, clients served and",
      "fairness; 1 if not, or if the machine is too noisy to say."
    })
final class OrbExperiment implements Callable<Integer> {
  private static final int DEFAULT = 0;
  private static final int TUNED = 1;
  private static final int WOVEN = 2;
  private static final int AGAIN = 3;

  /** Rounds in which the models of a case are tried. */
  private static final int ROUNDS_TO_CHOOSE = 3;

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
      description = "or two, connection+request; default: all are tried, the best is measured")
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

  /** What the JSON file holds. Immutable. */
  record Content(@JsonProperty("rows") List<OrbRow> rows) {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<OrbCase> cases = validated();
    servers.pin(progress);
    List<OrbRow> kept = kept(cases);
    ExperimentReport<OrbRow> report = report();
    boolean met = true;
    for (OrbCase one : OrbCase.ALL) {
      OrbRow row = null;
      if (cases.contains(one)) {
        row = measure(model == null ? one : one.under(model));
        progress.milestone(
            "%s, %s: %s of JacORB's answers/s, %s of the tuned one's"
                .formatted(
                    one.name(),
                    row.model(),
                    row.againstDefault().rate(),
                    row.againstTuned().rate()));
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
    for (OrbCase one : cases) {
      Options.connections(spec, one.clients(), Math.max(AGAIN + 1, one.models().size()));
    }
    return cases;
  }

  /** The rows of the files that are not measured anew. */
  private List<OrbRow> kept(List<OrbCase> cases) {
    Path json = new ResultFiles(out).json();
    if (!add || !Files.exists(json)) {
      return List.of();
    }
    List<String> measured = cases.stream().map(OrbCase::name).toList();
    return Json.read(json, Content.class).rows().stream()
        .filter(row -> !measured.contains(row.name()))
        .toList();
  }

  private OrbRow measure(OrbCase one) throws IOException, InterruptedException {
    Map<String, Double> tried = one.models().size() == 1 ? null : tried(one);
    String best = tried == null ? one.models().getFirst() : best(tried);
    Tournament tournament =
        tournament(one, List.of(OrbServers.STOCK, OrbServers.TUNED, best, best));
    for (int fork = 0; fork < forks; fork++) {
      progress.now("%s, servers %d of %d".formatted(one.name(), fork + 1, forks));
      int rounds = Tournament.share(turns.rounds(), fork, forks);
      Duration last = fork + 1 < forks ? Duration.ZERO : one.longTurn(turns.turn(spec));
      tournament.run(fork + 1, rounds, turns.warmUp(spec), turns.turn(spec), last);
    }
    List<Tournament.Player> players = tournament.players();
    Tournament.Player woven = players.get(WOVEN);
    return new OrbRow(
        one.name(),
        one.clients(),
        best,
        tried,
        turns.rounds(),
        OrbRow.Shown.of(woven),
        OrbRow.Shown.of(players.get(DEFAULT)),
        OrbRow.Shown.of(players.get(TUNED)),
        OrbRow.Against.of(one.goal(), woven, players.get(DEFAULT)),
        OrbRow.Against.of(one.goalTuned(), woven, players.get(TUNED)),
        OrbRow.Against.of(null, woven, players.get(AGAIN)),
        one.sessions() == Sessions.LONG,
        one.fairnessGoal());
  }

  /** Answers a second of each model, in turns. */
  private Map<String, Double> tried(OrbCase one) throws IOException, InterruptedException {
    progress.now(one.name() + ", which model is best");
    Tournament heat = tournament(one, one.models());
    int rounds = Math.clamp(turns.rounds(), 1, ROUNDS_TO_CHOOSE);
    heat.run(1, rounds, turns.warmUp(spec), turns.turn(spec), Duration.ZERO);
    Map<String, Double> rates = new LinkedHashMap<>();
    for (int i = 0; i < one.models().size(); i++) {
      rates.put(one.models().get(i), heat.players().get(i).median(Tournament.Turn::rate));
    }
    return rates;
  }

  private static String best(Map<String, Double> rates) {
    return Collections.max(rates.entrySet(), Map.Entry.comparingByValue()).getKey();
  }

  private Tournament tournament(OrbCase one, List<String> names) {
    Workload workload = ServersUnderTest.workload(spec, "--cases", one.service());
    return Tournament.holding(
        names.stream().map(name -> servers.command(name, one.service(), 1)).toList(),
        server -> new LoadSpec(server.address(), workload, one.sessions(), one.clients()));
  }

  private ExperimentReport<OrbRow> report() {
    return OrbReport.of(
        new ResultFiles(out),
        ResultFiles.machine(
            servers.place(), "servers' heap " + servers.heap(), turns.areForTheRecord()),
        turns.rounds(),
        forks);
  }
}
