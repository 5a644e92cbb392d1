package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.engine.Engine;
import cal.core.internal.stage.OpenStage;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Patience: whose reads run out of time, and begin again, waits for its next request all along. */
abstract class PatienceContract extends ModelFixture {
  PatienceContract(ModelContract contract) {
    super(contract);
  }

  @Test
  void shouldCloseAnActivityWhoseReadsTimeOut() throws Exception {
    Engine runtime = runtime(1, "shutdown-timeout=10m");
    OpenStage stage = runtime.open("work");
    Connection connection = new Connection("silent");
    CountDownLatch hasTimedOut = new CountDownLatch(3);
    Work.spawnOn(
        stage,
        connection,
        () -> {
          while (connection.closed.get() == 0) {
            AttachedThread.currentReader().beforeInput();
            Thread.yield();
            AttachedThread.currentReader().inputTimedOut();
            hasTimedOut.countDown();
          }
          throw new SocketException("Socket closed");
        });
    await(hasTimedOut, "reads that time out");
    assertThat(runtime.shutdown()).isEmpty();
    assertThat(failures).as("what breaks while draining is no failure to report").isEmpty();
  }
}
