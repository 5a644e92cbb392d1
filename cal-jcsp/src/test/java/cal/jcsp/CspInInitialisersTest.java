package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import java.io.BufferedReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A virtual thread cannot let go of its core in a class initialiser; an oracle needs none of it.
 */
@Timeout(300)
class CspInInitialisersTest {
  private static final CspPolicy CSP = new CspPolicy();
  private static final Object GUARD = new Object();

  private static final class One {
    static {
      inside();
    }

    static void touch() {}
  }

  private static final class Other {
    static {
      inside();
    }

    static void touch() {}
  }

  /** Run in a JVM whose virtual threads have one core. */
  public static void main(String[] arguments) throws InterruptedException {
    Thread one = Thread.ofVirtual().start(One::touch);
    Thread other = Thread.ofVirtual().start(Other::touch);
    one.join();
    other.join();
    System.out.println("both were inside");
  }

  private static void inside() {
    CSP.enter(GUARD);
    CSP.exit(GUARD);
  }

  @Test
  void shouldLetInVirtualThreadsThatInitialiseClasses() throws Exception {
    List<String> oneCore =
        List.of(
            "-Djdk.virtualThreadScheduler.parallelism=1",
            "-Djdk.virtualThreadScheduler.maxPoolSize=1");
    Process process = ChildJvm.of(oneCore, CspInInitialisersTest.class).start();
    try (BufferedReader out = process.inputReader()) {
      assertThat(ChildJvm.status(process)).isZero();
      assertThat(out.readLine()).isEqualTo("both were inside");
    }
  }
}
