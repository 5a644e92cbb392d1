package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConfigurationException;
import cal.core.spi.FileProvider;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.SyncFailedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Operations on files that begin and end when the test says so, from one loop. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class RingFilesTest {
  private final ScriptedDevice.Provider provider = new ScriptedDevice.Provider();

  /** No spare thread takes the loop over where one of its turns keeps it. */
  private final Engine runtime =
      Engine.of(
          Configuration.of(Map.of("cal.model", "proactor", "cal.reactive.lend-after", "0s")),
          List.of("work"));

  private final OpenStage stage = runtime.open("work");
  private final CountDownLatch started = new CountDownLatch(1);
  private RingFiles files;
  private FileOutputStream file;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    AioConfig config = new AioConfig("scripted", AioConfig.Leadership.SHARED);
    files =
        new RingFiles(
            new Proactor(new AioProviders(List.of(provider)), 2 * RingFiles.MOST, config));
    provider.device().onStart(operation -> started.countDown());
    file = new FileOutputStream(folder.resolve("file").toFile());
  }

  @AfterEach
  void close() throws Exception {
    file.close();
    files.close();
    assertThat(runtime.shutdown()).isEmpty();
  }

  private <T> CompletableFuture<T> onLoop(Callable<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Work.spawn(
        stage,
        () -> {
          try {
            result.complete(call.call());
          } catch (Throwable thrown) {
            result.completeExceptionally(thrown);
          }
          return false;
        });
    return result;
  }

  private static <T> T get(CompletableFuture<T> result) throws Exception {
    return result.get(ModelFixture.DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private CompletableFuture<String> sync() {
    return onLoop(
        () -> {
          files.sync(file.getFD(), () -> fail("the JDK says why"));
          return "synced";
        });
  }

  private static Object fail(String message) throws IOException {
    throw new IOException(message);
  }

  private void end(Consumer<AioOperation> how) {
    ScriptedDevice device = provider.device();
    device.next(() -> List.copyOf(device.has()).forEach(how));
  }

  @Test
  void shouldServeOthersWhileADeviceIsSlow() throws Exception {
    CompletableFuture<String> slow = sync();
    ModelFixture.await(started, "the operation");
    assertThat(get(onLoop(() -> "served"))).isEqualTo("served");
    assertThat(slow).isNotDone();
    end(provider.device()::completed);
    assertThat(get(slow)).isEqualTo("synced");
  }

  @Test
  void shouldHaveTheCallSayWhyAnOperationFailed() throws Exception {
    CompletableFuture<String> failing = sync();
    ModelFixture.await(started, "the operation");
    end(provider.device()::cancelled);
    assertThatThrownBy(() -> get(failing))
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining("the JDK says why");
  }

  @Test
  void shouldNotEndForAnInterrupt() throws Exception {
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    CompletableFuture<String> slow =
        onLoop(
            () -> {
              thread.complete(Thread.currentThread());
              files.sync(file.getFD(), () -> fail("ended"));
              return "synced, " + Thread.interrupted();
            });
    ModelFixture.await(started, "the operation");
    get(thread).interrupt();
    assertThat(get(onLoop(() -> "served"))).isEqualTo("served");
    assertThat(slow).isNotDone();
    end(provider.device()::completed);
    assertThat(get(slow)).isEqualTo("synced, true");
  }

  @Test
  void shouldHaveSomeWaitWhereManySynchronize() throws Exception {
    ScriptedDevice device = provider.device();
    device.onStart(
        operation -> {
          if (device.has().size() == RingFiles.MOST) {
            started.countDown();
          }
        });
    List<CompletableFuture<String>> all = new ArrayList<>();
    for (int i = 0; i < 3 * RingFiles.MOST; i++) {
      all.add(sync());
    }
    ModelFixture.await(started, "as many operations as there may be");
    get(onLoop(() -> device.has().size() <= RingFiles.MOST));
    device.onStart(operation -> device.next(() -> device.completed(operation)));
    end(device::completed);
    for (CompletableFuture<String> one : all) {
      assertThat(get(one)).isEqualTo("synced");
    }
  }

  @Test
  void shouldFailWhereTheFileIsClosedMeanwhile() throws Exception {
    CompletableFuture<String> late = sync();
    ModelFixture.await(started, "the operation");
    file.close();
    end(provider.device()::completed);
    assertThatThrownBy(() -> get(late)).hasCauseInstanceOf(SyncFailedException.class);
  }

  @Test
  void shouldFailWhatWaitsAndGoOnByThreadsWhereTheLeaderDies() throws Exception {
    CompletableFuture<String> lost = sync();
    ModelFixture.await(started, "the operation");
    provider
        .device()
        .next(
            () -> {
              provider.device().cancelled(provider.device().has().iterator().next());
              throw new OutOfMemoryError("scripted");
            });
    assertThatThrownBy(() -> get(lost))
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining("io_uring has failed: java.lang.OutOfMemoryError: scripted");
    assertThatThrownBy(() -> get(sync())).hasMessageContaining("the JDK says why");
    assertThat(get(onLoop(() -> files.call(() -> Thread.currentThread().getName()))))
        .startsWith("cal-proactor-file-");
  }

  @Test
  void shouldTakeThreadsWhereTheSystemHasNoRingForFiles() throws Exception {
    AioProvider refused = new ScriptedDevice.Provider("io_uring", Optional.of("refused"));
    try (FileProvider threads = ProactorModel.files("auto", true, refused)) {
      assertThat(threads)
          .isInstanceOf(ThreadFiles.class)
          .asString()
          .startsWith("files by threads, since ")
          .contains("refused");
    }
    assertThatThrownBy(() -> ProactorModel.files("io_uring", true, refused))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("cal.proactor.files: ");
  }

  @Test
  void shouldMakeTheCallOffTheLoopsAndWhenClosed() throws Exception {
    assertThat(files.<Thread>call(Thread::currentThread)).isSameAs(Thread.currentThread());
    assertThatThrownBy(() -> files.sync(file.getFD(), () -> fail("plain"))).hasMessage("plain");
    files.close();
    assertThat(get(onLoop(() -> files.call(Thread::currentThread)))).isNotNull();
    assertThatThrownBy(() -> get(sync())).hasMessageContaining("the JDK says why");
  }
}
