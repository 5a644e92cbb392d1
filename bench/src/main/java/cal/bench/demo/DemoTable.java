package cal.bench.demo;

import cal.agent.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The demo's figures as a table, a row for each server, and what can be told, in words. A verdict
 * is of ranges that part, so another run does not say the contrary. Immutable.
 */
public final class DemoTable {
  /** The server of comparison: a virtual thread for each connection, without CAL. */
  static final String BASELINE = "plain-virtual";

  /** The same in a second JVM, which tells of noise. */
  static final String AGAIN = BASELINE + " again";

  /** How to read the table. */
  public static final List<String> LEGEND =
      List.of(
          "Answers a second; CPU time of an answer in us, and beside plain-virtual, which is 100,",
          "from the least to the most of all rounds. plain-virtual and thread-pool-by-hand are",
          "without CAL; again is a second JVM, which tells of noise; (n) served n clients alone.");

  private static final int FIGURES = 3;

  private final List<Turn> turns;
  private final int clients;
  private final List<String> services;

  DemoTable(List<Turn> turns, int clients) {
    this.turns = turns;
    this.clients = clients;
    this.services = turns.stream().map(Turn::service).distinct().toList();
  }

  /** The table, how to read it, and the verdicts. */
  String text() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        Stream.concat(
                Stream.of("server"),
                services.stream().flatMap(service -> Stream.of(service, "CPU us", "of 100")))
            .toList());
    turns.stream().map(Turn::server).distinct().forEach(server -> rows.add(row(server)));
    List<String> lines =
        new ArrayList<>(TextTable.ruled("<" + ">".repeat(FIGURES * services.size()), rows));
    lines.add("");
    lines.addAll(LEGEND);
    lines.add("");
    services.forEach(service -> lines.add(verdict(service)));
    lines.add("");
    lines.add("One server: its source has no thread and no lock, and a row of CAL's is one word,");
    lines.add("--model. The best word differs between services, machines and loads; ./cal switch");
    lines.add("changes it in a running server, ./cal simulate and verify try it before.");
    return String.join(System.lineSeparator(), lines);
  }

  /** Errors, one sentence a server. */
  List<String> troubles() {
    return turns.stream()
        .filter(turn -> !turn.errors().isEmpty())
        .map(turn -> "%s under %s: %s".formatted(turn.service(), turn.server(), turn.errors()))
        .toList();
  }

  private List<String> row(String server) {
    List<String> row = new ArrayList<>(List.of(server));
    for (String service : services) {
      Turn turn = turn(service, server);
      row.add("%,.0f%s".formatted(turn.answersPerSecond(), served(turn)));
      row.add(
          Double.isFinite(turn.cpuMicros())
              ? (turn.cpuMicros() < 100 ? "%.1f" : "%,.0f").formatted(turn.cpuMicros())
              : "-");
      row.add(server.equals(BASELINE) ? "100" : turn.index().toString());
    }
    return row;
  }

  private String served(Turn turn) {
    return turn.clientsServed() == clients ? "" : " (" + turn.clientsServed() + ")";
  }

  private Turn turn(String service, String server) {
    return turns.stream()
        .filter(turn -> turn.service().equals(service) && turn.server().equals(server))
        .findFirst()
        .orElseThrow();
  }

  private String verdict(String service) {
    String less = those(service, Range::isBelow);
    String more = those(service, Range::isAbove);
    String told =
        Stream.of(
                less.isEmpty() ? "" : "less for " + less, more.isEmpty() ? "" : "more for " + more)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining("; "));
    return "%s, CPU time beside plain-virtual: %s."
        .formatted(service, told.isEmpty() ? "no difference can be told" : told);
  }

  /** The servers of all clients whose range parts from that of the baseline beside itself. */
  private String those(String service, BiPredicate<Range, Range> parting) {
    Range again = turn(service, AGAIN).index();
    return turns.stream()
        .filter(turn -> turn.service().equals(service) && turn.clientsServed() == clients)
        .filter(turn -> !turn.server().equals(BASELINE) && !turn.server().equals(AGAIN))
        .filter(turn -> parting.test(turn.index(), again))
        .map(Turn::server)
        .collect(Collectors.joining(", "));
  }
}
