package cal.sample.upload;

import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.upload.ServerProcess.Launcher;
import cal.testing.SomeCases;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One upload server in front of another, under the configurations of the ACE study. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class LayeredServersTest {
  private static final String LOW = "disk:1ms:memory";

  private ServerProcess low;
  private List<String> unwoven;

  @BeforeAll
  void askUnwovenServer() throws Exception {
    low = Launcher.woven("thread").start("upload", "--port", "0", "--store", LOW);
    unwoven = answers(Launcher.plain());
    assertThat(unwoven).allSatisfy(answers -> assertThat(answers).hasSize(50 * 8));
  }

  @AfterAll
  void endTheLowServer() throws InterruptedException {
    if (low != null) {
      low.close();
    }
  }

  /** Of ten clients at a time, each of which sends all its frames at once. */
  private List<String> answers(Launcher mid) throws Exception {
    String store = "compute:1ms:relay:127.0.0.1:" + low.port();
    try (ServerProcess front = mid.start("upload", "--port", "0", "--store", store)) {
      return Script.upload(front.port());
    }
  }

  @SomeCases(of = 4)
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "single-threaded, reactive, cal.stage.store.model=thread-pool, cal.thread-pool.size=1",
    "thread-per-request, reactive, cal.stage.store.model=thread, cal.max-in-flight=1000",
    "thread-per-client, thread, cal.stage.store.model=sequential, cal.max-in-flight=1000",
    "event loop, reactive, cal.stage.store.model=sequential, cal.max-in-flight=1000"
  })
  void shouldAnswerAsUnwoven(String name, String model, String store, String more)
      throws Exception {
    assertThat(answers(Launcher.woven(model, store, more))).isEqualTo(unwoven);
  }

  @Test
  void shouldEndOneConversationWhereTheLowLevelServerIsGone() throws Exception {
    try (ServerProcess front =
            Launcher.woven("virtual")
                .start("upload", "--port", "0", "--store", "relay:127.0.0.1:1");
        Client client = new Client(front.port())) {
      client.send(Client.frame(new byte[] {1}));

      assertThat(client.read()).isEqualTo(-1);
      front.awaitErr("cannot pass a frame on to 127.0.0.1:1");
    }
  }
}
