package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cal.core.contract.ChildJvm;
import cal.core.spi.ConfigurationException;
import java.io.BufferedReader;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The transport is chosen by what a JVM was granted, and says so. */
@EnabledOnOs(OS.LINUX)
class TransportTest {
  private static final String NATIVE = "--enable-native-access=ALL-UNNAMED";
  private static final String EXPORT = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

  static Stream<Arguments> grants() {
    String noAccess = "epoll needs --enable-native-access=ALL-UNNAMED";
    String noExport = "epoll needs --add-exports java.base/sun.nio.ch=ALL-UNNAMED";
    return Stream.of(
        arguments(List.of(NATIVE, EXPORT), "epoll", "EPOLL"),
        arguments(List.of(EXPORT), "nio, since " + noAccess, refusal(noAccess)),
        arguments(List.of(NATIVE), "nio, since " + noExport, refusal(noExport)));
  }

  private static String refusal(String why) {
    return "cal.reactive.transport=epoll cannot be had here: " + why + "; or give auto or nio";
  }

  @ParameterizedTest
  @MethodSource("grants")
  void shouldBeWhatIsGranted(List<String> granted, String remark, String epoll) throws Exception {
    Process process = ChildJvm.of(granted, Chosen.class).start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.lines()).containsExactly(remark, epoll, "nio");
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /** Prints what is chosen. */
  static final class Chosen {
    private Chosen() {}

    public static void main(String[] arguments) {
      System.out.println(Transport.AUTO.remark());
      try {
        System.out.println(Transport.EPOLL.resolved());
      } catch (ConfigurationException refused) {
        System.out.println(refused.getMessage());
      }
      System.out.println(Transport.NIO.remark());
    }
  }
}
