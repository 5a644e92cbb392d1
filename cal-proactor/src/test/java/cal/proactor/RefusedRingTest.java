package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import cal.core.contract.RefusedCall;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  /** The kernel closes a ring some time later, and would write into a buffer in use again. */
  @ParameterizedTest
  @CsvSource({
    "426, COMPLETED, a device has failed: io_uring: Operation not permitted",
    "426 427, CANCELLING, 1 operations are still in flight; their device stays open"
  })
  void shouldGiveTheBufferOfAFailedRingBackOnceTheKernelHasLeftIt(
      String calls, String state, String why) throws Exception {
    Process process = ChildJvm.of(GRANTED, Failing.class, calls.split(" ")).start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(out.lines()).containsExactly(why, state);
      assertThat(ChildJvm.status(process)).isZero();
    }
  }

  /** Closes a proactor with a read under way, whose ring fails; the calls are the arguments. */
  static final class Failing {
    private Failing() {}

    public static void main(String[] arguments) throws IOException {
      AioConfig config = new AioConfig("io_uring", AioConfig.Leadership.SHARED);
      Proactor proactor = new Proactor(AioProviders.of(Failing.class.getClassLoader()), 10, config);
      InetAddress here = InetAddress.getLoopbackAddress();
      try (ServerSocket listener = new ServerSocket(0, 1, here)) {
        AioHandle client = proactor.socket();
        AioOperation connect =
            AioOperation.connect(client, listener.getLocalSocketAddress(), ended -> {});
        proactor.start(connect);
        while (connect.state() != AioOperation.State.COMPLETED) {
          proactor.handleEvents(Long.MAX_VALUE);
        }
        AioOperation read = AioOperation.read(client, ByteBuffer.allocateDirect(1), ended -> {});
        proactor.start(read);
        proactor.handleEvents(0);
        for (String call : arguments) {
          RefusedCall.refuse(Long.parseLong(call), 1);
        }
        try {
          proactor.close(TimeUnit.SECONDS.toNanos(1));
        } catch (IOException failed) {
          System.out.println(failed.getMessage());
        }
        System.out.println(read.state());
      }
    }
  }
}
