package cal.test;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.CalRuntime;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** As a user would test a server. */
class EchoServerTest {
  /** Those of the class path beside {@code virtual} that serve several clients at a time. */
  private static final List<String> OTHERS =
      List.of("thread-pool", "executor", "reactive", "jcsp-pool");

  private final BlockingQueue<String> threads = new LinkedBlockingQueue<>(10);
  private EchoServer server;
  private Thread runner;

  @BeforeEach
  void start() throws Exception {
    server =
        new EchoServer(
            () -> {
              threads.offer(Thread.currentThread().getName());
              Thread.currentThread().interrupt(); // which disturbs no thread in a call of a socket
            });
    runner = Thread.ofPlatform().daemon().name("test-runner").start(server::run);
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    runner.join();
  }

  private Socket connect() throws Exception {
    Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port());
    client.setSoTimeout(120_000);
    return client;
  }

  private static int ask(Socket client, int question) throws Exception {
    client.getOutputStream().write(question);
    return client.getInputStream().read();
  }

  @UnderEveryModel({"sequential", "virtual", "reactive-pool", "jcsp"})
  void shouldEcho() throws Exception {
    try (Socket client = connect()) {
      assertThat(ask(client, 7)).isEqualTo(7);
      assertThat(ask(client, 8)).isEqualTo(8);
    }
    String model = System.getProperty("cal.model");
    assertThat(threads.poll(120, TimeUnit.SECONDS))
        .startsWith(model.equals("sequential") ? "test-runner" : "cal-" + model + "-connection-");
  }

  /** They wait within a read of the server's buffer, which its binding asks. */
  @UnderEveryModel(
      value = {"thread", "reactive", "jcsp-pool"},
      settings = {"cal.idle-timeout=1s", "cal.jcsp-pool.size=2"})
  void shouldCloseClientsThatAreSilent() throws Exception {
    List<Socket> silent = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      silent.add(connect());
    }
    try (Socket asking = connect()) {
      ask(asking, 1);
      for (Socket client : silent) {
        assertThat(client.getInputStream().read()).as("the end of a silent client").isEqualTo(-1);
        client.close();
      }
    }
    try (Socket idle = connect()) {
      ask(idle, 1);
      assertThat(CalRuntime.current().orElseThrow().shutdown()).as("stragglers").isEmpty();
    }
  }

  /** The first of them find a server that has just begun; the others find another model each. */
  @UnderEveryModel(value = "virtual", timeoutSeconds = 300)
  void shouldServe500ClientsThatConnectAtOnceToABusyMachine() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    for (int i = 0; i < 2; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                while (!over.get()) {
                  Thread.onSpinWait();
                }
              });
    }
    serveAtOnce("virtual");
    for (String model : OTHERS) {
      CalRuntime.current().orElseThrow().change(List.of("cal.model=" + model));
      serveAtOnce(model);
    }
    over.set(true);
  }

  private void serveAtOnce(String model) throws Exception {
    List<Socket> clients = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      Socket client = connect();
      client.getOutputStream().write(i % 100);
      clients.add(client);
    }
    for (int i = 0; i < clients.size(); i++) {
      try (Socket client = clients.get(i)) {
        assertThat(client.getInputStream().read())
            .as("client %d under %s", i, model)
            .isEqualTo(i % 100);
      }
    }
  }
}
