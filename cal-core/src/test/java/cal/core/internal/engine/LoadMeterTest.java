package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import cal.core.contract.ThreadsModel;
import cal.core.contract.Work;
import cal.core.internal.settings.Configuration;
import cal.core.internal.settings.Measure;
import cal.core.internal.stage.OpenStage;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Measures of stages, at times and with CPU times that a test makes up. */
class LoadMeterTest {
  private static final long LOOK = Duration.ofMillis(100).toNanos();
  private static final int THREADS = 4;

  @TempDir private Path folder;
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final OpenStage stage = open("work");
  private final CountDownLatch running = new CountDownLatch(THREADS);
  private double cpuNanos;
  private final LoadMeter meter = new LoadMeter(() -> cpuNanos);
  private volatile boolean stopped;
  private long now = Long.MAX_VALUE - 3 * LOOK; // it overflows, as the clock may

  private OpenStage open(String name) {
    return new OpenStage(runtime.commons(), name, Configuration.of(Map.of()), new ThreadsModel());
  }

  @AfterEach
  void close() {
    stopped = true;
    ModelFixture.eventually("all have ended", () -> stage.inFlight() == 0);
    stage.close();
    runtime.close();
  }

  /** Looks so many times, with so much CPU time between two looks. */
  private void look(int times, double cpuMillis) {
    for (int i = 0; i < times; i++) {
      now += LOOK;
      cpuNanos += cpuMillis * 1_000_000;
      meter.look(List.of(stage), now);
    }
  }

  private Map<Measure, Double> read() {
    return meter.read(now);
  }

  private void spawn(Work.Body body) throws InterruptedException {
    for (int i = 0; i < THREADS; i++) {
      Work.spawn(
          stage,
          () -> {
            running.countDown();
            return body.call();
          });
    }
    ModelFixture.await(running, "the activities");
  }

  private boolean spin() {
    while (!stopped) {
      Thread.onSpinWait();
    }
    return false;
  }

  @Test
  void shouldMeasureNoLoad() {
    look(LoadMeter.LOOKS, 0);
    assertThat(read())
        .containsKeys(Measure.values())
        .containsEntry(Measure.CONNECTIONS, 0.0)
        .containsEntry(Measure.ACTIVE, 0.0)
        .containsEntry(Measure.BLOCKING, 0.0)
        .containsEntry(Measure.CPU, 0.0);
  }

  /** Another process may have all cores. */
  @Test
  void shouldNotTakeThreadsThatLackACoreForBlocked() throws Exception {
    spawn(this::spin);
    look(LoadMeter.LOOKS, 0);
    assertThat(read())
        .containsEntry(Measure.ACTIVE, (double) THREADS)
        .containsEntry(Measure.BLOCKING, 0.0);
  }

  @Test
  void shouldTakeThreadsThatFilesKeepForBlocked() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    spawn(
        () -> {
          try (FileInputStream in = new FileInputStream(pipe.toFile())) {
            return in.read() >= 0;
          }
        });
    try (FileOutputStream writer = new FileOutputStream(pipe.toFile())) {
      assertThat(writer.getChannel().isOpen()).isTrue();
      stage
          .attached()
          .forEachRunning(
              (worker, one) ->
                  ModelFixture.eventually(
                      "a call on a file", () -> ThreadProbe.isInFileCall(worker.thread())));
      look(LoadMeter.LOOKS, 0);
      assertThat(read())
          .containsEntry(Measure.ACTIVE, (double) THREADS)
          .containsEntry(Measure.BLOCKING, 1.0);
    }
  }

  @Test
  void shouldMeasureTheTimeBetweenTwoReadings() {
    int cores = Runtime.getRuntime().availableProcessors();
    look(1, 1_000_000); // before the first look nothing is measured
    look(10, 50 * cores);
    assertThat(read().get(Measure.CPU)).isEqualTo(0.5);
    look(10, 25 * cores);
    assertThat(read().get(Measure.CPU)).isEqualTo(0.25);
  }

  @Test
  void shouldBeginAnewAfterAPause() {
    int cores = Runtime.getRuntime().availableProcessors();
    look(10, 50 * cores);
    now += 2 * LoadMeter.PAUSE_NANOS;
    look(1, 0);
    assertThat(read()).as("measures of a pause").isEmpty();
    look(10, 25 * cores);
    assertThat(read().get(Measure.CPU)).isEqualTo(0.25);
  }

  @Test
  void shouldBeginAnewWithOtherStages() throws Exception {
    for (int i = 0; i < 20; i++) {
      now += LOOK;
      meter.look(List.of(), now);
    }
    assertThat(read()).as("measures of no stage").isEmpty();
    spawn(this::spin);
    look(LoadMeter.LOOKS, 0);
    assertThat(read()).containsEntry(Measure.CONNECTIONS, (double) THREADS);
  }

  @Test
  void shouldNotGuessACpuTimeThatTheSystemDoesNotTell() {
    cpuNanos = Double.NaN;
    look(10, 0);
    assertThat(read().get(Measure.CPU)).isNaN();
  }
}
