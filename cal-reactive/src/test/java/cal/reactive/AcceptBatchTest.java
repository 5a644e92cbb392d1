package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.stage.ActivityThreads;
import cal.reactive.internal.socket.LoopFixture;
import cal.reactive.internal.socket.LoopSockets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections that wait to be accepted by a loop whose activities are busy. */
class AcceptBatchTest extends LoopFixture {
  private static final Map<String, String> ONE_LOOP =
      Map.of("cal.model", "reactive", "cal.reactive.lend-after", "0s");

  private static final int NEWCOMERS = 32;
  private static final int BUSY = 20;

  private final CountDownLatch allAreThere = new CountDownLatch(1);
  private ActivityThreads activities;
  private ServerSocket listener;

  private void connectNewcomers() throws Exception {
    activities = closing(new ActivityThreads(ONE_LOOP));
    listener = listen((LoopSockets) activities.sockets());
    for (int i = 0; i < NEWCOMERS; i++) {
      connect(listener);
    }
    activities.execute(() -> keepBusyUntil(allAreThere));
  }

  @Test
  void shouldAcceptSomeNewcomersBetweenTwoStepsOfABusyActivity() throws Exception {
    connectNewcomers();
    AtomicInteger steps = new AtomicInteger();
    AtomicInteger acceptedByNow = new AtomicInteger();
    List<Socket> accepted = new ArrayList<>();
    CompletableFuture<Integer> stepsMeanwhile = new CompletableFuture<>();
    activities.repeat(
        () -> {
          accepted.add(accept(listener));
          if (acceptedByNow.incrementAndGet() < NEWCOMERS) {
            return true;
          }
          return !stepsMeanwhile.complete(steps.get());
        });
    for (int i = 0; i < BUSY; i++) {
      activities.repeat(
          () -> {
            steps.incrementAndGet();
            return !stepsMeanwhile.isDone();
          });
    }
    allAreThere.countDown();

    assertThat(get(stepsMeanwhile)).as("steps of %d busy activities", BUSY).isLessThan(4 * BUSY);
    for (Socket socket : accepted) {
      socket.close();
    }
  }

  @Test
  void shouldLetTheOthersGoOnWhereNewcomersNeverEnd() throws Exception {
    connectNewcomers();
    AtomicInteger acceptedByNow = new AtomicInteger();
    List<Socket> accepted = new ArrayList<>();
    activities.repeat(
        () -> {
          accepted.add(accept(listener));
          return acceptedByNow.incrementAndGet() < NEWCOMERS;
        });
    CompletableFuture<Integer> acceptedBefore = new CompletableFuture<>();
    activities.execute(() -> acceptedBefore.complete(acceptedByNow.get()));
    allAreThere.countDown();

    assertThat(get(acceptedBefore)).isBetween(1, NEWCOMERS / 2 + 1);
    eventually("all are accepted", () -> acceptedByNow.get() == NEWCOMERS);
    for (Socket socket : accepted) {
      socket.close();
    }
  }

  private static Socket accept(ServerSocket listener) {
    try {
      return listener.accept();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
