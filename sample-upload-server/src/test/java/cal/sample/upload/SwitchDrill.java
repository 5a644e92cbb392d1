package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Changes the model of a server while clients upload, from each model to each other one. */
final class SwitchDrill {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** Threads and descriptors that come and go by chance. */
  private static final int SOME = 20;

  private static final String HEAP = "heap KB";

  /** Threads that only a model which is not there any more would have; a store has its own. */
  private static final String OF_FORMER =
      "(?!.*-store-)cal-(thread|thread-pool|executor|executor-pool|jcsp|jcsp-pool|switch)-.*";

  /** How often to walk through the models: {@code -Dswitch.rounds=100} is a soak. */
  private static final int ROUNDS = Integer.getInteger("switch.rounds", 1);

  private static final int CLIENTS = Integer.getInteger("switch.clients", 24);

  /** A database keeps each frame, so its memory grows: a soak takes {@code memory}. */
  private static final List<String> STORE = ROUNDS > 1 ? List.of("--store", "memory") : List.of();

  /** Kilobytes of frames that clients have under way, and that the server keeps for the next. */
  private static final int UNDER_WAY = 32 * CLIENTS;

  /** How long answers took, in steps of 10 us. Thread-safe. */
  private static final class Latencies {
    private static final int NANOS = 10_000;
    private final AtomicLongArray counts = new AtomicLongArray(1_000_000);

    void add(long nanos) {
      counts.incrementAndGet((int) Math.min(nanos / NANOS, counts.length() - 1));
    }

    long p99Micros() {
      long all = 0;
      for (int i = 0; i < counts.length(); i++) {
        all += counts.get(i);
      }
      int at = counts.length();
      for (long above = 0; at > 0 && above * 100 <= all; ) {
        above += counts.get(--at);
      }
      return at * (NANOS / 1_000L);
    }
  }

  private final int port;
  private final AtomicLongArray answers = new AtomicLongArray(CLIENTS);
  private final Latencies switching = new Latencies();
  private final Latencies still = new Latencies();
  private volatile Latencies now = still;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopping;

  private SwitchDrill(int port) {
    this.port = port;
  }

  /**
   * Runs the drill: each client has an answer under each model, and one more client connects.
   *
   * @param launcher starts the server under the first of the models
   * @param models at least two; the last one is the first again
   */
  static void shouldAnswerWhileModelsChange(ServerProcess.Launcher launcher, List<String> models)
      throws Exception {
    List<String> command = new ArrayList<>(List.of("upload", "--port", "0"));
    command.addAll(STORE);
    try (ServerProcess server = launcher.start(command.toArray(String[]::new))) {
      SwitchDrill drill = new SwitchDrill(server.port());
      drill.run(server, models);
    }
  }

  private void run(ServerProcess server, List<String> models) throws Exception {
    try (JMXConnector connector = connect(server)) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < answers.length(); i++) {
        int number = i;
        threads.add(Thread.ofVirtual().start(() -> upload(number)));
      }
      Map<String, Long> first = null;
      Map<String, Long> last = null;
      for (int round = 0; round < ROUNDS; round++) {
        walk(server, beans, models.subList(1, models.size()));
        last = footprint(beans);
        first = first == null ? last : first;
        if (ROUNDS > 1) {
          System.out.printf("round %d: %s%n", round + 1, last);
        }
      }
      tell(first, last);
      stopping = true;
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).as("server: %s", server.err()).isEmpty();
      assertNothingIsLeft(beans);
    }
  }

  /** In a soak, each change has a time without one beside it. */
  private void walk(ServerProcess server, MBeanServerConnection beans, List<String> models)
      throws Exception {
    for (String model : models) {
      now = switching;
      change(beans, model);
      awaitAnswers(server);
      now = still;
      if (ROUNDS > 1) {
        awaitAnswers(server);
      }
    }
  }

  /** The memory in use after a collection, the threads and the descriptors. */
  private static Map<String, Long> footprint(MBeanServerConnection beans) throws Exception {
    MemoryMXBean memory =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class);
    memory.gc();
    return Map.of(
        HEAP,
        memory.getHeapMemoryUsage().getUsed() / 1024,
        "threads",
        (long) threads(beans).getThreadCount(),
        "descriptors",
        descriptors(beans));
  }

  /** How many descriptors a server has. */
  static long descriptors(MBeanServerConnection beans) throws Exception {
    return (Long)
        beans.getAttribute(
            new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME),
            "OpenFileDescriptorCount");
  }

  /** How many activities of a server are in flight, that which accepts among them. */
  static int inFlight(MBeanServerConnection beans) throws Exception {
    int inFlight = 0;
    for (CompositeData stage : stages(beans)) {
      inFlight += (int) stage.get("active") + (int) stage.get("queued");
    }
    return inFlight;
  }

  private static CompositeData[] stages(MBeanServerConnection beans) throws Exception {
    return (CompositeData[]) beans.getAttribute(runtime(), "Stages");
  }

  private static ThreadMXBean threads(MBeanServerConnection beans) throws IOException {
    return ManagementFactory.newPlatformMXBeanProxy(
        beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
  }

  /** After many rounds there is no more than after the first. */
  private void tell(Map<String, Long> first, Map<String, Long> last) {
    if (ROUNDS > 1) {
      System.out.printf(
          "%d rounds, %d clients: after the first %s, after the last %s; p99 us %d, %d by a"
              + " change%n",
          ROUNDS, CLIENTS, first, last, still.p99Micros(), switching.p99Micros());
      last.forEach(
          (what, count) ->
              assertThat(count)
                  .as(what)
                  .isLessThan(first.get(what) * 3 / 2 + (what.equals(HEAP) ? UNDER_WAY : SOME)));
    }
  }

  /** A walk that begins and ends with the first, and has each pair of models in each order. */
  static List<String> everyPair(List<String> models) {
    Map<String, Deque<String>> next = new HashMap<>();
    models.forEach(
        model ->
            next.put(
                model,
                new ArrayDeque<>(models.stream().filter(other -> !other.equals(model)).toList())));
    Deque<String> way = new ArrayDeque<>(List.of(models.getFirst()));
    List<String> walk = new ArrayList<>();
    while (!way.isEmpty()) {
      Deque<String> on = next.get(way.peek());
      if (on.isEmpty()) {
        walk.addFirst(way.pop());
      } else {
        way.push(on.poll());
      }
    }
    return walk;
  }

  /** Connects once the server is ready: a JVM that begins can be attached to, and then fails. */
  @SuppressWarnings("BanJNDI") // of a process that this test has started
  static JMXConnector connect(ServerProcess server) throws Exception {
    assertThat(server.port()).isPositive();
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(server.pid()));
    try {
      JMXConnector connector =
          JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      await("CAL's bean").atMost(DEADLINE).until(() -> beans.isRegistered(runtime()));
      return connector;
    } finally {
      machine.detach();
    }
  }

  private static ObjectName runtime() throws Exception {
    return new ObjectName("org.calaspects:type=CalRuntime");
  }

  static void change(MBeanServerConnection beans, String model) throws Exception {
    beans.invoke(
        runtime(),
        "change",
        new Object[] {new String[] {"cal.model=" + model}},
        new String[] {String[].class.getName()});
  }

  private void upload(int number) {
    try (Client client = new Client(port)) {
      for (int frame = 0; !stopping; frame++) {
        byte[] payload = new byte[frame % 97 == 0 ? 80_000 : 1 + frame % 300];
        Arrays.fill(payload, (byte) (number + frame));
        Latencies ours = now;
        long begun = System.nanoTime();
        assertThat(client.upload(payload)).isEqualTo(Payloads.crc(payload));
        ours.add(System.nanoTime() - begun);
        answers.incrementAndGet(number);
      }
    } catch (IOException | RuntimeException | AssertionError failure) {
      failures.add(failure);
    }
  }

  private void awaitAnswers(ServerProcess server) throws IOException {
    long[] before = new long[answers.length()];
    Arrays.setAll(before, answers::get);
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(1))
        .atMost(DEADLINE)
        .failFast(() -> assertThat(failures).as("server: %s", server.err()).isEmpty())
        .until(
            () -> {
              for (int i = 0; i < before.length; i++) {
                if (answers.get(i) <= before[i]) {
                  return false;
                }
              }
              return true;
            });
    try (Client another = new Client(port)) {
      byte[] payload = {1, 2, 3};
      assertThat(another.upload(payload)).isEqualTo(Payloads.crc(payload));
    }
  }

  /** One activity is left, which accepts, and no thread of a model that is gone. */
  private static void assertNothingIsLeft(MBeanServerConnection beans) throws Exception {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              for (CompositeData stage : stages(beans)) {
                assertThat((long) stage.get("failed") + (long) stage.get("rejected")).isZero();
              }
              assertThat(inFlight(beans)).as("activities in flight").isEqualTo(1);
              assertThat(threads(beans).dumpAllThreads(false, false))
                  .extracting(ThreadInfo::getThreadName)
                  .noneMatch(name -> name.matches(OF_FORMER));
            });
  }
}
