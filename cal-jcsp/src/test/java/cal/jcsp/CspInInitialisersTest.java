package cal.jcsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
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
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djdk.virtualThreadScheduler.parallelism=1",
                "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                "-cp",
                System.getProperty("java.class.path"),
                CspInInitialisersTest.class.getName())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended in time").isTrue();
      assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
          .contains("both were inside");
    } finally {
      process.destroyForcibly();
    }
  }
}
