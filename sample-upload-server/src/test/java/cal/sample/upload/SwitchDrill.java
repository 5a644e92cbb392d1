package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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

  /** Threads that only a model which is not there any more would have; a store has its own. */
  private static final String OF_FORMER =
      "(?!.*-store-)cal-(thread|thread-pool|executor|executor-pool|jcsp|jcsp-pool|switch)-.*";

  private final int port;
  private final AtomicLongArray answers;
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private volatile boolean stopping;

  private SwitchDrill(int port, int clients) {
    this.port = port;
    this.answers = new AtomicLongArray(clients);
  }

  /**
   * Runs the drill: each client has an answer under each model, and one more client connects.
   *
   * @param launcher starts the server under the first of the models
   * @param models at least two; the last one is the first again
   */
  static void shouldAnswerWhileModelsChange(
      ServerProcess.Launcher launcher, List<String> models, int clients) throws Exception {
    try (ServerProcess server = launcher.start("upload", "--port", "0")) {
      SwitchDrill drill = new SwitchDrill(server.port(), clients);
      drill.run(server, models);
    }
  }

  private void run(ServerProcess server, List<String> models) throws Exception {
    try (JMXConnector connector = connect(server.pid())) {
      MBeanServerConnection beans = connector.getMBeanServerConnection();
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < answers.length(); i++) {
        int number = i;
        threads.add(Thread.ofVirtual().start(() -> upload(number)));
      }
      for (String model : models.subList(1, models.size())) {
        change(beans, model);
        awaitAnswers(server);
      }
      stopping = true;
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(failures).as("server: %s", server.err()).isEmpty();
      assertNothingIsLeft(beans);
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

  @SuppressWarnings("BanJNDI") // of a process that this test has started
  private static JMXConnector connect(long pid) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
    }
  }

  private static ObjectName runtime() throws Exception {
    return new ObjectName("org.calaspects:type=CalRuntime");
  }

  private static void change(MBeanServerConnection beans, String model) throws Exception {
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
        assertThat(client.upload(payload)).isEqualTo(Payloads.crc(payload));
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
    ThreadMXBean threads =
        ManagementFactory.newPlatformMXBeanProxy(
            beans, ManagementFactory.THREAD_MXBEAN_NAME, ThreadMXBean.class);
    await()
        .pollDelay(Duration.ZERO)
        .atMost(DEADLINE)
        .untilAsserted(
            () -> {
              int inFlight = 0;
              for (CompositeData stage :
                  (CompositeData[]) beans.getAttribute(runtime(), "Stages")) {
                inFlight += (int) stage.get("active") + (int) stage.get("queued");
                assertThat((long) stage.get("failed") + (long) stage.get("rejected")).isZero();
              }
              assertThat(inFlight).as("activities in flight").isEqualTo(1);
              assertThat(threads.dumpAllThreads(false, false))
                  .extracting(ThreadInfo::getThreadName)
                  .noneMatch(name -> name.matches(OF_FORMER));
            });
  }
}
