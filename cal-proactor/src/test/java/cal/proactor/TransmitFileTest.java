package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.internal.os.FilePages;
import cal.proactor.AioConfig.Leadership;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations that a transfer is made of. */
@Timeout(120)
class TransmitFileTest {
  private static final ClassLoader LOADER = TransmitFileTest.class.getClassLoader();

  @TempDir Path folder;

  private final Set<OperationCode> started = EnumSet.noneOf(OperationCode.class);

  /** A provider whose started operations are noted. */
  private record Noted(AioProvider provider, Set<OperationCode> started) implements AioProvider {
    @Override
    public String name() {
      return provider.name();
    }

    @Override
    public int rank() {
      return provider.rank();
    }

    @Override
    public Optional<String> missing() {
      return provider.missing();
    }

    @Override
    public Optional<String> refuses(AioConfig config) {
      return provider.refuses(config);
    }

    @Override
    public Set<OperationCode> operations() {
      return provider.operations();
    }

    @Override
    public AioDevice open(Completions completions, AioConfig config) throws IOException {
      AioDevice device = provider.open(completions, config);
      return (AioDevice)
          Proxy.newProxyInstance(
              LOADER,
              new Class<?>[] {AioDevice.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("start")) {
                  started.add(((AioOperation) arguments[0]).code());
                }
                try {
                  return method.invoke(device, arguments);
                } catch (InvocationTargetException thrown) {
                  throw thrown.getCause();
                }
              });
    }
  }

  /** The system forgets the bytes of a file. */
  private static void leaveMemory(Path path) throws Exception {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.force(true);
    }
    Process dd =
        new ProcessBuilder("dd", "if=" + path, "iflag=nocache", "count=0", "status=none").start();
    assumeTrue(dd.waitFor() == 0, "dd of this system cannot drop a cache");
    try (FileChannel file = FileChannel.open(path)) {
      assumeFalse(FilePages.areInMemory(file, 0, file.size()), "the file system is in memory");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "io_uring, false, TRANSMIT_FILE, READ_FILE",
    "io_uring, true, READ_FILE, ''",
    "select, false, TRANSMIT_FILE, READ_FILE",
    "select, true, READ_FILE, ''",
    "aio, false, READ_FILE, TRANSMIT_FILE"
  })
  void shouldReadOnlyFilesThatAreNotInMemory(
      String name, boolean cold, OperationCode part, String other) throws Exception {
    AioProvider provider =
        AioProviders.of(LOADER).all().stream()
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElseThrow();
    assumeTrue(provider.missing().isEmpty(), () -> provider.missing().orElseThrow());
    byte[] bytes = new byte[(20 << 16) + 7];
    new Random(3).nextBytes(bytes);
    Path path = Files.write(folder.resolve("data"), bytes);
    if (cold) {
      leaveMemory(path);
    }
    AioProviders providers = new AioProviders(List.of(new Noted(provider, started)));
    try (Proactor proactor = new Proactor(providers, 100, new AioConfig(name, Leadership.SHARED));
        AioHandle listener =
            proactor.listener(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)) {
      int port = ((InetSocketAddress) listener.localAddress()).getPort();
      FutureTask<byte[]> received =
          new FutureTask<>(
              () -> {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
                  return client.getInputStream().readAllBytes();
                }
              });
      Thread.ofPlatform().start(received);
      AtomicReference<AioHandle> server = new AtomicReference<>();
      listener.accept(accept -> server.set(accept.accepted()));
      until(proactor);
      started.clear();
      AtomicReference<Throwable> failure = new AtomicReference<>();
      ByteBuffer header = ByteBuffer.wrap(bytes, 0, 3);
      try (AioHandle client = server.get();
          AioHandle file = proactor.file(path, Set.of(StandardOpenOption.READ))) {
        client.transmit(
            file, 3, bytes.length - 3, header, null, sent -> failure.set(sent.failure()));
        until(proactor);
      }
      assertThat(failure).hasNullValue();
      assertThat(received.get()).isEqualTo(bytes);
      assertThat(started).contains(part).extracting(Enum::name).doesNotContain(other);
    }
  }

  private static void until(Proactor proactor) throws IOException {
    while (proactor.alive() > 0) {
      proactor.handleEvents(Long.MAX_VALUE);
    }
  }
}
