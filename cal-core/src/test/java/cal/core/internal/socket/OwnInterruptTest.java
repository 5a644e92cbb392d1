package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import cal.core.contract.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interrupts of virtual threads, and the JDK's sockets that these use in woven code. */
@Timeout(300)
class OwnInterruptTest extends AcceptedClient {
  /** Runs a call as a step that has left its interrupt status set, or has been interrupted. */
  private void run(Work.Body before, Work.Body call) {
    Work.spawn(
        stage,
        () -> {
          before.call();
          try {
            said.add(call.call() + ", interrupted " + Thread.interrupted());
          } catch (IOException failure) {
            said.add(failure.getMessage());
          }
          return false;
        });
  }

  private static Object interruptItself() {
    Thread.currentThread().interrupt();
    return null;
  }

  private void awaitWaiting() {
    ModelFixture.eventually(
        "it waits in its call",
        () -> {
          boolean[] waits = {false};
          stage
              .attached()
              .forEachRunning(
                  (worker, any) -> waits[0] = worker.thread().getState() == Thread.State.WAITING);
          return waits[0];
        });
  }

  private String outcome() throws InterruptedException {
    return said.poll(2, TimeUnit.MINUTES);
  }

  @Test
  void shouldReadOn() throws Exception {
    run(OwnInterruptTest::interruptItself, () -> "read " + in().read());
    awaitWaiting();
    client.getOutputStream().write(7);

    assertThat(outcome()).isEqualTo("read 7, interrupted true");
    assertThat(accepted.isClosed()).isFalse();
  }

  @Test
  void shouldWriteOn() throws Exception {
    byte[] much = new byte[24 << 20]; // more than the system takes of it
    run(
        OwnInterruptTest::interruptItself,
        () -> {
          ((OutputStream) UnclosedOutput.of(accepted, accepted.getOutputStream())).write(much);
          return "written";
        });
    awaitWaiting();

    assertThat(client.getInputStream().readNBytes(much.length)).hasSize(much.length);
    assertThat(outcome()).isEqualTo("written, interrupted true");
  }

  /** The interrupt is the drain's, and came before the call. */
  @Test
  void shouldEndTheReadOfAStepThatADrainInterrupts() throws Exception {
    run(
        () -> {
          ModelFixture.eventually("a drain", Thread.currentThread()::isInterrupted);
          return null;
        },
        () -> "read " + in().read());

    assertThat(engine.shutdown()).as("stragglers").hasSize(1);
    assertThat(outcome()).isEqualTo("Closed by interrupt");
  }

  /** A thread of the server's own has the JDK's rule. */
  @Test
  void shouldLeaveThreadsOutsideOfActivitiesAlone() throws Exception {
    Thread own =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    Thread.currentThread().interrupt();
                    said.add("read " + in().read());
                  } catch (IOException failure) {
                    said.add(failure.getMessage());
                  }
                });
    own.join();

    assertThat(outcome()).isEqualTo("Closed by interrupt");
  }
}
