package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.Work;
import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.internal.stage.SpawnedActivity;
import cal.core.spi.Worker;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A socket's stream, read by one activity after another: each finds its own wait. */
class HeardInputTest {
  private final Engine runtime =
      Engine.of(Configuration.of(Map.of("cal.model", "sequential")), List.of("work"));
  private final OpenStage stage = runtime.open("work");
  private final List<InputWait> readers = new ArrayList<>();
  private final InputStream heard =
      (InputStream)
          HeardInput.of(
              new Socket(),
              new InputStream() {
                @Override
                public int read() {
                  return read(new byte[1], 0, 1);
                }

                @Override
                public int read(byte[] target, int offset, int length) {
                  readers.add(HeardInput.readerOf(heard()));
                  return length;
                }
              });

  private InputStream heard() {
    return heard;
  }

  @AfterEach
  void close() {
    runtime.close();
  }

  /** Reads as woven code does, once a step. */
  private SpawnedActivity reading(int steps) {
    int[] left = {steps};
    return Work.of(stage, () -> readsOnce() && --left[0] > 0).activity();
  }

  private boolean readsOnce() throws IOException {
    HeardInput.beforeSingle(heard);
    int one = heard.read();
    HeardInput.readerOf(heard).requireInput(one >= 0);
    return true;
  }

  @Test
  void shouldFindTheWaitOfThePresentActivity() throws IOException {
    SpawnedActivity first = reading(3);
    SpawnedActivity second = reading(1);
    SpawnedActivity inside = reading(1);
    try (Worker worker = stage.attach()) {
      assertThat(worker.run(first)).isTrue();
      assertThat(worker.run(first)).isTrue();
      assertThat(worker.run(second)).isFalse();
      assertThat(worker.run(first)).isFalse();
      assertThat(readsOnceOutside()).as("outside of activities").isNull();
      assertThat(worker.run(inside)).isFalse();
    }
    assertThat(readers)
        .containsExactly(
            first.input(), first.input(), second.input(), first.input(), null, inside.input());
  }

  private InputWait readsOnceOutside() throws IOException {
    HeardInput.beforeSingle(heard);
    assertThat(heard.read()).isOne();
    assertThat(AttachedThread.currentReader()).isNull();
    return HeardInput.readerOf(heard);
  }
}
