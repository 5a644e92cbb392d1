package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations of the allocator's results leave nothing to the collector, once as many were made. */
@ParameterizedClass(name = "{0} {1}")
@CsvSource({
  "io_uring, QUEUE",
  "io_uring, EVENTFD",
  "io_uring, SQPOLL",
  "select, SELECTOR",
  "select, EPOLL_EDGE",
  "select, POLL",
  "aio, DEFAULT"
})
class AllocationTest extends ProviderFixture {
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getPlatformMXBean(java.lang.management.ThreadMXBean.class);
  private static final int WARM = 2_000;
  private static final int ROUNDS = 1_000;
  private static final int MOST_LOOKS = 10;

  private final ByteBuffer in = ByteBuffer.allocateDirect(16);
  private final ByteBuffer out = ByteBuffer.allocateDirect(16);
  private final Consumer<AioOperation> counted = this::tally;
  private int left;

  AllocationTest(String provider, AioConfig.Waits waits) {
    super(
        new AioConfig(provider, AioConfig.Leadership.SHARED)
            .with(waits, AioConfig.Interrupt.DEFAULT, AioConfig.Start.INTERRUPTING));
  }

  private void tally(AioOperation operation) {
    if (operation.failure() != null) {
      throw new AssertionError(operation.failure());
    }
    left--;
  }

  private void await(int operations) throws IOException {
    left = operations;
    while (left > 0) {
      proactor.handleEvents(PATIENCE);
    }
  }

  /** A round that allocates. */
  @FunctionalInterface
  private interface Round {
    void make() throws IOException;
  }

  /** A thread without a core allocates a node for its wait in a lock: the least of some looks. */
  private static void assertNothingIsAllocatedBy(Round round) throws IOException {
    for (int i = 0; i < WARM; i++) {
      round.make();
    }
    long least = allocatedBy(round);
    for (int look = 1; look < MOST_LOOKS && least >= ROUNDS; look++) {
      least = Math.min(least, allocatedBy(round));
    }
    assertThat(least).as("bytes of %d rounds", ROUNDS).isLessThan(ROUNDS);
  }

  private static long allocatedBy(Round round) throws IOException {
    long byOthers = -allocatedForFiles();
    long own = -THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      round.make();
    }
    own += THREADS.getCurrentThreadAllocatedBytes();
    byOthers += allocatedForFiles();
    return own + byOthers;
  }

  /** Bytes by the threads that wait for files. */
  private static long allocatedForFiles() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("cal-proactor-file"))
        .mapToLong(thread -> THREADS.getThreadAllocatedBytes(thread.threadId()))
        .sum();
  }

  @Test
  void shouldAllocateNothingForAnOperationOfASocket() throws IOException {
    assumeFalse(config.provider().equals("aio"), "the JDK's asynchronous sockets allocate");
    try (AioHandle listener =
            proactor.listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AioHandle client = proactor.socket()) {
      AioHandle[] server = new AioHandle[1];
      listener.accept(accept -> server[0] = accept.accepted());
      client.connect(listener.localAddress(), connect -> {});
      until("both ends", () -> server[0] != null && proactor.alive() == 0);
      assertNothingIsAllocatedBy(
          () -> {
            server[0].read(in.clear(), counted);
            client.write(out.clear(), counted);
            await(2);
          });
      server[0].close();
    }
  }

  @Test
  void shouldAllocateNothingForAnEventOrAnOperationOfAFile() throws IOException {
    try (AioHandle file =
        proactor.file(
            Files.write(folder.resolve("data"), new byte[16]), Set.of(StandardOpenOption.READ))) {
      assertNothingIsAllocatedBy(
          () -> {
            proactor.post(counted);
            file.readAt(in.clear(), 0, counted);
            await(2);
          });
    }
  }
}
