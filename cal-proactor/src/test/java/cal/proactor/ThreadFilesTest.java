package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.FileProvider.Call;
import cal.reactive.BlockingThreads;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Calls on files that last as long as the test says, from one loop. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class ThreadFilesTest {
  /** No spare thread takes the loop over where one of its turns keeps it. */
  private final Engine runtime =
      Engine.of(
          Configuration.of(Map.of("cal.model", "proactor", "cal.reactive.lend-after", "0s")),
          List.of("work"));

  private final OpenStage stage = runtime.open("work");
  private final CountDownLatch ended = new CountDownLatch(1);
  private final ThreadFiles files = new ThreadFiles(true);
  private FileInputStream file;

  @BeforeEach
  void open(@TempDir Path folder) throws IOException {
    file = new FileInputStream(Files.writeString(folder.resolve("file"), "0123").toFile());
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

  /** As a call of the system: its thread is not given to others meanwhile. */
  private String slow() {
    long start = System.nanoTime();
    while (ended.getCount() > 0 && System.nanoTime() - start < ModelFixture.DEADLINE.toNanos()) {
      Thread.onSpinWait();
    }
    return "done";
  }

  private static <T> Call<T> fail(String message) {
    return () -> {
      throw new IOException(message);
    };
  }

  @Test
  void shouldServeOthersWhileADeviceIsSlow() throws Exception {
    CompletableFuture<String> slow = onLoop(() -> files.call(this::slow));
    try {
      assertThat(get(onLoop(() -> "served"))).isEqualTo("served");
      assertThat(slow).isNotDone();
    } finally {
      ended.countDown();
    }
    assertThat(get(slow)).isEqualTo("done");
  }

  @Test
  void shouldReadOnTheLoopWhatTheSystemHasInMemory() throws Exception {
    byte[] bytes = new byte[6];
    String read =
        get(
            onLoop(
                () -> {
                  int count = files.read(file.getFD(), bytes, 1, 5, fail("called"));
                  int end = files.read(file.getFD(), bytes, 0, 6, fail("called"));
                  return count + " " + end + " " + BlockingThreads.isOnLoop();
                }));
    assertThat(read).isEqualTo("4 -1 true");
    assertThat(bytes).isEqualTo(new byte[] {0, '0', '1', '2', '3', 0});
  }

  @Test
  void shouldMakeTheCallWhereTheSystemCannotTell() throws Exception {
    file.close();
    assertThatThrownBy(
            () -> get(onLoop(() -> files.read(file.getFD(), new byte[1], 0, 1, fail("the JDK's")))))
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining("the JDK's");
    FileInputStream memory = new FileInputStream("/proc/self/mem");
    try (memory) {
      assertThatThrownBy(
              () ->
                  get(
                      onLoop(
                          () -> files.read(memory.getFD(), new byte[1], 0, 1, fail("its words")))))
          .hasMessageContaining("its words");
    }
    try (ThreadFiles blind = new ThreadFiles(false)) {
      assertThat(get(onLoop(() -> blind.read(file.getFD(), new byte[1], 0, 1, () -> 7))))
          .isEqualTo(7);
    }
  }

  @Test
  void shouldMakeTheCallOffTheLoopsAndWhenClosed() throws Exception {
    assertThat(files.<Thread>call(Thread::currentThread)).isSameAs(Thread.currentThread());
    assertThat(files.read(file.getFD(), new byte[1], 0, 1, () -> 7)).isEqualTo(7);
    files.close();
    assertThat(get(onLoop(() -> files.call(BlockingThreads::isOnLoop)))).isTrue();
  }
}
