package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.reactive.internal.group.Loops;
import cal.reactive.internal.loop.Loop;
import cal.reactive.internal.loop.LoopThread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A loop taken from its thread at any moment loses no turn. On a machine with too few cores a turn
 * of some microseconds may keep a loop for long.
 */
@ParameterizedClass
@ValueSource(strings = {"reactive", "proactor"})
class TakenLoopTest extends LeavingFixture {
  private static final int CLIENTS = 4;
  private static final int PEERS = 8;
  private static final int ROUNDS = 30;

  TakenLoopTest(String model) {
    super(Map.of("cal.model", model, "cal.reactive.spare-threads", "8"));
  }

  /** Steps that are left, steps that wait in their middle, and steps without a wait. */
  @Test
  void shouldRunEachTurn() throws Exception {
    open();
    AtomicBoolean answered = new AtomicBoolean();
    Thread taker = Thread.ofPlatform().start(() -> take(answered));
    List<Future<?>> clients = new ArrayList<>();
    try (ExecutorService executor = Executors.newFixedThreadPool(CLIENTS)) {
      for (int client = 0; client < CLIENTS; client++) {
        List<Peer> whole = peers(PEERS, Peer::echo);
        List<Peer> halves = peers(PEERS, half -> half.in.readNBytes(2).length == 2 && half.echo());
        clients.add(executor.submit(() -> ask(whole, halves)));
      }
      for (Future<?> client : clients) {
        client.get(2, TimeUnit.MINUTES);
      }
    } finally {
      answered.set(true);
      taker.join();
    }
    assertThat(failures).isEmpty();
  }

  /** Has the loop taken from its thread all the time, as after a turn that lasts. */
  private void take(AtomicBoolean answered) {
    Supplier<ReactiveScheduler.Shared> there =
        () -> {
          throw new AssertionError("the stage has no loop");
        };
    Loops loops = stage.shared(ReactiveScheduler.Shared.class, there).loops();
    Loop loop = loops.all().getFirst();
    while (!answered.get()) {
      LoopThread server = loop.thread();
      loops.threads().relieve(loop, server, server.turns());
    }
  }

  private static Void ask(List<Peer> whole, List<Peer> halves) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      for (Peer half : halves) {
        half.client.getOutputStream().write(1);
      }
      for (Peer peer : whole) {
        peer.client.getOutputStream().write(new byte[] {2, 3});
      }
      for (Peer half : halves) {
        half.client.getOutputStream().write(new byte[] {4, 5});
      }
      for (Peer peer : whole) {
        assertThat(peer.client.getInputStream().readNBytes(2)).containsExactly(2, 3);
      }
      for (Peer half : halves) {
        assertThat(half.client.getInputStream().read()).isEqualTo(5);
      }
    }
    return null;
  }
}
