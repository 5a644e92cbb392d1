package cal.bench.layered;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.server.Jvms;
import cal.bench.server.ServerCommands;
import cal.cli.load.LoadSpec;
import cal.cli.load.Pace.Thinking;
import cal.cli.load.Sessions;
import cal.cli.load.Workload;
import cal.cli.process.ProcessFigures;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures layered servers. Those of a case are alive together, the baseline twice, and have slots.
 * Immutable.
 */
record LayeredPlan(
    List<MidLevel> mids,
    String baseline,
    List<Map<String, String>> cases,
    Work work,
    Pace pace,
    String published,
    List<String> flags)
    implements Plan {
  static final String SERVICE = "service_ms";
  static final String MESSAGE = "message_bytes";
  static final String CLIENTS = "clients";

  private static final String HEAP = "256m";
  private static final long SEED = 1;

  /** And two looks at memory. */
  private static final Duration START = Duration.ofSeconds(4);

  private static final Duration LEAST_WARM_UP = Duration.ofMillis(500);

  /** Answers take as long as all clients in a queue. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /**
   * The work that takes time. Immutable.
   *
   * @param mid {@code compute} or {@code wait}: the mid-level server's own work
   * @param low {@code disk} or {@code wait}: whether the low-level server does one request at a
   *     time
   * @param think of a client, on average, between answer and request
   */
  record Work(String mid, String low, Duration think) {
    boolean oneDisk() {
      return low.equals("disk");
    }
  }

  /**
   * How long is measured. Immutable.
   *
   * @param jvms of each server, one after the other
   * @param rounds of each JVM, in each of which each server has a slot
   * @param seconds of a slot, at least
   * @param answers in a slot, at least, as far as can be foreseen
   */
  record Pace(int jvms, int rounds, Duration seconds, int answers) {}

  @Override
  public List<Figure> figures() {
    return LayeredFigures.ALL;
  }

  @Override
  public String heap() {
    return HEAP;
  }

  @Override
  public String method() {
    return """
    Each request takes %s in the mid-level server (%s) and as much in the low-level server (%s), \
    which has a thread a client; %s. Clients think for an exponentially distributed time, %d ms on \
    average, between answer and request. Mid-level servers run on core 0, their low-level servers \
    beside the clients on core 1; all of a case are alive and have slots of %.1f s or %d answers, \
    in %d round(s) of %d JVM(s) each, all after a while of the same load. Utilization is as in the study: a request \
    keeps a thread of the mid-level server busy from when it is taken to when it is done, the wait \
    for the low-level server included; utilization is busy time over the time of a pool's threads, \
    or else of one a client, since a thread per client or request, an event loop and virtual \
    threads take as many requests at a time as there are clients. The low-level server's is %s. \
    "Clients' core %%" is the processor time of all clients, which are one thread; "low CPU %%" is \
    what the low-level server takes of the same core. A cycle is clients / (answers a second). \
    "Expected at most" is the asymptotic bound for that many threads and the mean time to think; \
    since times to think are drawn, a slot of 100 answers may be 10%% above it, and one of 10,000 \
    answers 1%%. Each JVM has a heap of %s. Memory is resident, after a full collection, with all clients connected; memory a \
    thread is what the server gives back when its clients go, over the threads that end then, \
    where at least 10 do and requests stay in the thread of their connection: what that holds is \
    in it.%s\
    """
        .formatted(
            "a service time",
            work.mid().equals("compute") ? "computing" : "waiting, any number at a time",
            work.oneDisk() ? "waiting, one at a time" : "waiting, any number at a time",
            "both are the sample upload server, one source and one binding",
            work.think().toMillis(),
            pace.seconds().toMillis() / 1000.0,
            pace.answers(),
            pace.rounds(),
            pace.jvms(),
            work.oneDisk()
                ? "the part of the time in which its disk is busy"
                : "the requests that it has at a time over the clients",
            HEAP,
            published.isEmpty() ? "" : " Published: " + published);
  }

  @Override
  public Duration estimate(Map<String, String> labels) {
    Duration all = Duration.ZERO;
    for (MidLevel mid : seats()) {
      Duration slot = warmUp(mid, labels).multipliedBy(2).plus(window(mid, labels));
      all = all.plus(START).plus(slot.multipliedBy(pace.rounds()));
    }
    return all.multipliedBy(pace.jvms());
  }

  /** The baseline, the baseline again, and the others. */
  private List<MidLevel> seats() {
    List<MidLevel> seats = new ArrayList<>();
    for (MidLevel mid : mids) {
      if (mid.name().equals(baseline)) {
        seats.addFirst(mid);
        seats.addFirst(mid);
      } else {
        seats.add(mid);
      }
    }
    return seats;
  }

  private double bound(MidLevel mid, Map<String, String> labels) {
    Duration service = Duration.ofMillis(number(labels, SERVICE));
    LayeredBounds bounds =
        new LayeredBounds(
            work.think(),
            service,
            service,
            work.mid().equals("compute") ? 1 : 0,
            work.oneDisk() ? 1 : 0);
    int clients = number(labels, CLIENTS);
    return bounds.throughput(clients, mid.threads(clients));
  }

  /** Until the queues are as long as they become. */
  private Duration warmUp(MidLevel mid, Map<String, String> labels) {
    Duration cycle = seconds(number(labels, CLIENTS) / bound(mid, labels));
    return cycle.compareTo(LEAST_WARM_UP) < 0 ? LEAST_WARM_UP : cycle;
  }

  private Duration window(MidLevel mid, Map<String, String> labels) {
    Duration answers = seconds(pace.answers() / bound(mid, labels));
    return answers.compareTo(pace.seconds()) < 0 ? pace.seconds() : answers;
  }

  private static Duration seconds(double seconds) {
    return Duration.ofNanos((long) (seconds * 1e9));
  }

  private static int number(Map<String, String> labels, String key) {
    return Integer.parseInt(labels.get(key));
  }

  @Override
  public Cell measure(Map<String, String> labels, Listener listener)
      throws IOException, InterruptedException {
    List<Seat> seats = seats().stream().map(Seat::new).toList();
    for (int jvm = 1; jvm <= pace.jvms(); jvm++) {
      try {
        for (Seat seat : seats) {
          listener.now("starting " + seat.mid.name());
          seat.start(labels);
        }
        for (int round = 0; round < pace.rounds(); round++) {
          for (int i = 0; i < seats.size(); i++) {
            Seat seat = seats.get((round + i) % seats.size());
            listener.now("round " + (round + 1) + ", " + seat.mid.name());
            seat.take(labels);
          }
        }
        for (Seat seat : seats) {
          listener.now("memory of " + seat.mid.name());
          seat.look(labels);
        }
      } finally {
        seats.forEach(Seat::close);
      }
    }
    List<Row> rows = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    List<LayeredFigures> shown =
        seats.stream()
            .map(
                seat ->
                    new LayeredFigures(
                        seat.mid, number(labels, CLIENTS), work.oneDisk(), seat.jvms))
            .toList();
    for (int i = 0; i < seats.size(); i++) {
      Seat seat = seats.get(i);
      rows.add(
          shown
              .get(i)
              .row(bound(seat.mid, labels), shown.getFirst(), i == 1, seat.with, seat.gone));
      shown.get(i).warn(warnings);
    }
    return new Cell(labels, rows, warnings);
  }

  /** A server, one JVM after the other. Confined to one thread. */
  private final class Seat {
    private final MidLevel mid;
    private final List<List<Layers.Slot>> jvms = new ArrayList<>();
    private Layers layers;
    private ProcessFigures.Memory with;
    private ProcessFigures.Memory gone;

    Seat(MidLevel mid) {
      this.mid = mid;
    }

    void start(Map<String, String> labels) throws IOException, InterruptedException {
      layers = LayeredPlan.this.start(mid, labels);
      jvms.add(new ArrayList<>());
    }

    void take(Map<String, String> labels) throws InterruptedException {
      jvms.getLast().add(layers.slot(warmUp(mid, labels), window(mid, labels)));
    }

    /** The memory of the last JVM is told. */
    void look(Map<String, String> labels) throws InterruptedException {
      with = layers.memory(warmUp(mid, labels));
      gone = layers.memoryOnceClientsHaveGone();
    }

    void close() {
      if (layers != null) {
        layers.close();
        layers = null;
      }
    }
  }

  private Layers start(MidLevel mid, Map<String, String> labels)
      throws IOException, InterruptedException {
    String time = labels.get(SERVICE) + "ms:";
    List<String> lowFlags = new ArrayList<>(Jvms.smallHeap(8));
    lowFlags.addAll(flags);
    List<String> midFlags = new ArrayList<>(lowFlags);
    midFlags.addAll(mid.flags());
    Jvms jvms = new Jvms(HEAP, 1);
    String classPath = System.getProperty("java.class.path");
    List<String> low = jvms.javaBesideClients(classPath, lowFlags);
    return Layers.start(
        ServerCommands.upload(low, "thread", work.low() + ":" + time + "memory"),
        port ->
            ServerCommands.upload(
                jvms.java(classPath, midFlags),
                mid.model(),
                work.mid() + ":" + time + "relay:127.0.0.1:" + port),
        server ->
            new LoadSpec(
                server.address(),
                Workload.upload(number(labels, MESSAGE)),
                Sessions.LONG,
                number(labels, CLIENTS),
                1,
                TIMEOUT,
                new Thinking(work.think(), SEED)));
  }
}
