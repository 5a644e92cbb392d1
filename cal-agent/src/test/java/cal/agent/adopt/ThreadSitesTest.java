package cal.agent.adopt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Timer;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class ThreadSitesTest {
  /** Uses what cannot be true. */
  static final class Doubtful extends Thread {
    @Override
    public void interrupt() {
      super.interrupt();
    }

    static int priority(Thread thread) {
      return thread.getPriority();
    }

    static int count() {
      return Thread.currentThread().getThreadGroup().activeCount();
    }

    static Timer timer() {
      return new Timer();
    }

    static ThreadFactory factory() {
      return Thread::new;
    }
  }

  /** Uses what stays true. */
  static final class Plain implements Runnable {
    @Override
    public void run() {
      new Thread(this, Thread.currentThread().getName()).start();
    }
  }

  @Test
  void shouldFindWhatCannotBeTrue() throws IOException {
    assertThat(ThreadSites.of(List.of(bytes(Doubtful.class))))
        .extracting(ThreadSites.Site::use)
        .containsExactly(
            "super.interrupt",
            "Thread.getPriority",
            "Thread.getThreadGroup",
            "ThreadGroup.activeCount",
            "Timer.<init>",
            "Thread.<init>");
  }

  @Test
  void shouldNameTheLine() throws IOException {
    assertThat(ThreadSites.of(List.of(bytes(Doubtful.class))).getFirst().toString())
        .matches(
            "cal\\.agent\\.adopt\\.ThreadSitesTest\\$Doubtful\\.interrupt"
                + "\\(ThreadSitesTest\\.java:\\d+\\) super\\.interrupt: .*");
  }

  @Test
  void shouldBeSilentOfWhatStaysTrue() throws IOException {
    assertThat(ThreadSites.of(List.of(bytes(Plain.class)))).isEmpty();
  }

  private static byte[] bytes(Class<?> type) throws IOException {
    String file = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }
}
