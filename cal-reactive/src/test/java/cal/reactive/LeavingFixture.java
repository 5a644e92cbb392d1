package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.WorkingContext;
import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.activity.StepInterceptors;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Models;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.StepInterceptorProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** A stage on event loops whose binding says which socket its activities await. */
@Timeout(300)
abstract class LeavingFixture {
  private static final Logger LOGGER = Logger.getLogger("cal");

  /** The settings of one model on some loops. */
  private final Map<String, String> model;

  final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  final Queue<String> warnings = new ConcurrentLinkedQueue<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          String text = new SimpleFormatter().formatMessage(entry);
          if (text.contains("awaits(..)")) {
            warnings.add(text);
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Goes with each activity; to be set before the stage is opened. */
  StepInterceptorProvider companion;

  Engine engine;
  OpenStage stage;
  private ServerSocket listener;

  LeavingFixture(Map<String, String> model) {
    this.model = model;
  }

  @BeforeEach
  final void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  final void closeAll() throws Exception {
    try {
      for (AutoCloseable resource : opened.reversed()) {
        resource.close();
      }
      if (engine != null) {
        assertThat(engine.shutdown()).as("activities that had to be stopped").isEmpty();
      }
    } finally {
      LOGGER.removeHandler(handler);
    }
  }

  /** Opens the stage, and a listener beside it. */
  final void open(String... settings) throws IOException {
    Map<String, String> properties = new HashMap<>(model);
    for (int i = 0; i < settings.length; i += 2) {
      properties.put(settings[i], settings[i + 1]);
    }
    Configuration configuration = Configuration.of(properties);
    Models models = Models.of(LeavingFixture.class.getClassLoader());
    configuration.validate(List.of("work", "other"), models.settings());
    engine =
        new Engine(
            configuration,
            models,
            companion == null ? null : new StepInterceptors(List.of(companion)));
    engine.onFailure((activity, failure) -> failures.add(failure));
    stage = engine.open("work");
    stage.awaits(target -> ((Peer) target).awaits());
    listener = stage.sockets().orElseThrow().serverSocket();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    opened.add(listener);
  }

  /** A client's side, and the server's object for it. */
  final class Peer implements AutoCloseable, WorkingContext {
    final Socket client;
    final Socket socket;
    final InputStream in;
    final OutputStream out;
    final Queue<Object> seen = new ConcurrentLinkedQueue<>();
    final CountDownLatch closed = new CountDownLatch(1);
    volatile Socket awaited;

    /** Written when it is closed; 0 for nothing. */
    volatile int farewell;

    Peer() throws IOException {
      client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
      client.setSoTimeout((int) ModelFixture.DEADLINE.toMillis());
      opened.add(client);
      socket = listener.accept();
      socket.setTcpNoDelay(true); // several writes in a row await no acknowledgement
      in = socket.getInputStream();
      out = socket.getOutputStream();
      awaited = socket;
    }

    Socket awaits() {
      return awaited;
    }

    /** Serves it: each step is a call. */
    Peer serve(Callable<Boolean> step) {
      Work.spawnOn(stage, this, step::call);
      return this;
    }

    /** One byte there and back. */
    boolean echo() throws IOException {
      int one = in.read();
      if (one >= 0) {
        out.write(one);
      }
      return one >= 0;
    }

    /** Asks as the client. */
    void ask(int one) throws IOException {
      client.getOutputStream().write(one);
      assertThat(client.getInputStream().read()).as("the answer").isEqualTo(one);
    }

    /** Waits until its step is left: nothing of the stage runs, and it is listed. */
    void left() {
      eventually("the step is left", this::isLeft);
    }

    boolean isLeft() {
      return leftNow() && running() == 0;
    }

    private boolean leftNow() {
      boolean[] found = {false};
      stage.forEachInFlight(
          (worker, activity) ->
              found[0] |= worker == null && activity.toString().contains(toString()));
      return found[0];
    }

    @Override
    public String toString() {
      return "peer-" + client.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      if (farewell != 0) {
        out.write(farewell);
      }
      socket.close();
      closed.countDown();
    }
  }

  /** What a step of a peer does. */
  @FunctionalInterface
  interface Step {
    boolean of(Peer peer) throws Exception;
  }

  /** A peer whose step is such. */
  final Peer peer(Step step) throws IOException {
    Peer peer = new Peer();
    return peer.serve(() -> step.of(peer));
  }

  /** So many peers whose steps are such. */
  final List<Peer> peers(int many, Step step) throws IOException {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      peers.add(peer(step));
    }
    return peers;
  }

  /** So many peers that were answered once, each before the next one comes. */
  final List<Peer> answeredPeers(int many) throws IOException {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      peers.add(peer(Peer::echo));
      peers.getLast().ask(1);
    }
    return peers;
  }

  /** A peer that was answered once, and whose next step is left. */
  final Peer leftPeer() throws IOException {
    Peer peer = answeredPeers(1).getFirst();
    peer.left();
    return peer;
  }

  /** Asks all of them, and then reads the answers. */
  static void askTogether(List<Peer> peers, int one) throws IOException {
    for (Peer peer : peers) {
      peer.client.getOutputStream().write(one);
    }
    for (Peer peer : peers) {
      assertThat(peer.client.getInputStream().read()).isEqualTo(one);
    }
  }

  /** The one failure that is told, soon. */
  final Throwable failure() {
    eventually("the failure is told", () -> failures.size() == 1);
    return failures.remove();
  }

  /** Activities that run on a worker now. */
  final int running() {
    int[] count = {0};
    stage.attached().forEachRunning((worker, activity) -> count[0]++);
    return count[0];
  }

  static void eventually(String what, Callable<Boolean> condition) {
    ModelFixture.eventually(what, condition);
  }

  static void await(CountDownLatch latch, String what) throws InterruptedException {
    ModelFixture.await(latch, what);
  }
}
