package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A proactor of one provider, with room for eight operations in flight, and all that has ended. */
@Timeout(120)
abstract class ProviderFixture {
  static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
  static final AioProviders PROVIDERS = AioProviders.of(ProviderFixture.class.getClassLoader());

  @TempDir Path folder;
  Proactor proactor;
  final Deque<AioOperation> ended = new ArrayDeque<>();

  final AioConfig config;

  ProviderFixture(AioConfig config) {
    this.config = config;
  }

  AioProvider provider() {
    return PROVIDERS.all().stream()
        .filter(one -> one.name().equals(config.provider()))
        .findFirst()
        .orElseThrow();
  }

  @BeforeEach
  void open() throws IOException {
    Optional<String> missing = provider().missing().or(() -> provider().refuses(config));
    missing.ifPresent(why -> System.out.println("skipped: " + why));
    assumeTrue(missing.isEmpty(), () -> missing.orElseThrow());
    proactor = new Proactor(PROVIDERS, 1000, config.withInFlight(8));
  }

  @AfterEach
  void close() throws IOException {
    if (proactor != null) {
      proactor.close();
      assertThat(proactor.alive()).as("operations that were lost").isZero();
    }
  }

  AioOperation start(AioOperation operation) {
    proactor.start(operation);
    return operation;
  }

  void until(String awaited, BooleanSupplier reached) throws IOException {
    long deadline = System.nanoTime() + PATIENCE;
    while (!reached.getAsBoolean()) {
      long left = deadline - System.nanoTime();
      assertThat(left).as("time to wait for %s; ended: %s", awaited, ended).isPositive();
      proactor.handleEvents(left);
    }
  }

  /** Waits for an operation, which must be the only one that ends. */
  AioOperation ended(AioOperation operation) throws IOException {
    until(operation.toString(), () -> !ended.isEmpty());
    assertThat(ended.poll()).isSameAs(operation);
    return operation;
  }

  long count(AioOperation operation) throws IOException {
    assertThat(ended(operation).failure()).isNull();
    return operation.count();
  }

  AioHandle listener() throws IOException {
    return proactor.listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  Socket client(AioHandle listener) throws IOException {
    InetSocketAddress address = (InetSocketAddress) listener.localAddress();
    return new Socket(address.getAddress(), address.getPort());
  }

  AioHandle accepted(AioHandle listener) throws IOException {
    AioOperation accept = ended(start(AioOperation.accept(listener, ended::add)));
    assertThat(accept.failure()).isNull();
    return accept.accepted();
  }

  static ByteBuffer direct(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  static String text(ByteBuffer buffer) {
    return StandardCharsets.US_ASCII.decode(buffer.flip()).toString();
  }
}
