package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.RefusedCall;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.spi.ConfigurationException;
import java.io.BufferedReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the kernel refuses io_uring, the model proactor says so, and runs over epoll. */
@EnabledOnOs(OS.LINUX)
class RefusedRingTest {
  private static final List<String> GRANTED =
      List.of(
          ChildJvm.OPEN,
          "--enable-native-access=ALL-UNNAMED",
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

  /** No ring, no entry, and no buffers. */
  @ParameterizedTest
  @CsvSource({
    "425, 1, Operation not permitted",
    "426, 1, io_uring: Operation not permitted",
    "427, 22, buffers of io_uring: Invalid argument"
  })
  void shouldSayThatTheKernelRefuses(String call, String errno, String why) throws Exception {
    Process process = ChildJvm.of(GRANTED, Refused.class, call, errno).start();
    String refusal = "the system refuses io_uring: " + why;
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.lines())
          .containsExactly(
              "[proactor over epoll, since " + refusal + "]",
              "cal.reactive.transport=io_uring cannot be had here: "
                  + refusal
                  + "; or give auto or nio");
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /** Opens the model with and without a choice; the call and its failure are the arguments. */
  static final class Refused {
    private Refused() {}

    public static void main(String[] arguments) {
      RefusedCall.refuse(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
      System.out.println(opened(Map.of()));
      System.out.println(opened(Map.of("cal.reactive.transport", "io_uring")));
    }

    private static Object opened(Map<String, String> chosen) {
      Map<String, String> settings = new HashMap<>(chosen);
      settings.put("cal.model", ProactorModel.NAME);
      try (Engine runtime = Engine.of(Configuration.of(settings), List.of("work"))) {
        runtime.open("work");
        return runtime.remarks();
      } catch (ConfigurationException refused) {
        return refused.getMessage();
      }
    }
  }
}
