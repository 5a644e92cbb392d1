package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.RefusedCall;
import java.io.BufferedReader;
import java.util.List;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the kernel refuses io_uring, that is said and another provider is taken. */
@EnabledOnOs(OS.LINUX)
class RefusedRingTest {
  private static final List<String> GRANTED =
      List.of(
          "--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED");

  /** No ring, no memory that may be locked for a ring, and no entry. */
  @ParameterizedTest
  @CsvSource({
    "425, 1, Operation not permitted",
    "425, 12, Cannot allocate memory",
    "425, 38, Function not implemented",
    "426, 1, io_uring: Operation not permitted"
  })
  void shouldSayThatTheKernelRefuses(String call, String errno, String why) throws Exception {
    Process process = ChildJvm.of(GRANTED, Refused.class, call, errno).start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.lines()).containsExactly("select, since the system refuses io_uring: " + why);
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /** Says which provider is left; the call and its failure are the arguments. */
  static final class Refused {
    private Refused() {}

    public static void main(String[] arguments) {
      RefusedCall.refuse(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]));
      AioConfig config = new AioConfig(AioConfig.AUTO, AioConfig.Leadership.SHARED);
      AioProviders providers = AioProviders.of(Refused.class.getClassLoader());
      System.out.println(providers.choose(config).remark());
    }
  }
}
