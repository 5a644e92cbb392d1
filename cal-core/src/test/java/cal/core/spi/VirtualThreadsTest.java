package cal.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.ChildJvm;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The outcome for a virtual thread that cannot be made. */
@Timeout(300)
class VirtualThreadsTest {
  /** As a virtual thread of unknown scheduler does it: another makes the thread for it. */
  private static Throwable thrownOnAVirtualThread(VirtualThreads threads) throws Exception {
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                threads.start("test-thread", () -> {});
              } catch (Throwable t) {
                thrown.set(t);
              }
            })
        .join();
    return thrown.get();
  }

  @Test
  void shouldThrowTheSameWhoeverAsks() throws Exception {
    OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
    try (VirtualThreads scarce =
        new VirtualThreads(
            "test-starter",
            (name, body) -> {
              throw none;
            })) {
      assertThatThrownBy(() -> scarce.start("test-thread", () -> {})).isSameAs(none);
      assertThat(thrownOnAVirtualThread(scarce)).isSameAs(none);
    }
  }

  @Test
  void shouldSayWhichThreadCannotBeMadeAfterItsEnd() throws Exception {
    VirtualThreads threads = new VirtualThreads("test-starter");
    threads.close();
    threads.close();
    assertThat(thrownOnAVirtualThread(threads))
        .isInstanceOf(RejectedExecutionException.class)
        .hasMessage("thread=test-thread cannot be made from an event loop: its starter has ended");
  }

  @Test
  void shouldWaitForSocketsWhereDescriptorsRanOutBefore() throws Exception {
    ProcessBuilder builder = ChildJvm.of(List.of(), WithoutDescriptors.class);
    builder.command().addAll(0, List.of("sh", "-c", "ulimit -n 100; exec \"$0\" \"$@\""));
    Process process = builder.start();

    assertThat(process.getInputStream().readAllBytes()).asString().isEqualTo("7");
    assertThat(ChildJvm.status(process)).isZero();
  }

  /** Has a virtual thread wait for a byte, the first wait of the process, without descriptors. */
  static final class WithoutDescriptors {
    private WithoutDescriptors() {}

    public static void main(String[] arguments) throws Exception {
      try (VirtualThreads threads = new VirtualThreads("starter");
          ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
          Socket accepted = listener.accept()) {
        CountDownLatch taken = new CountDownLatch(1);
        Thread reader = threads.start("reader", () -> print(accepted, taken));
        List<FileInputStream> all = takeAll();
        taken.countDown();
        while (reader.isAlive() && reader.getState() != Thread.State.WAITING) {
          Thread.onSpinWait();
        }
        client.getOutputStream().write('7');
        reader.join();
        for (FileInputStream one : all) {
          one.close();
        }
      }
    }

    private static List<FileInputStream> takeAll() {
      List<FileInputStream> all = new ArrayList<>();
      try {
        while (true) {
          all.add(new FileInputStream("/dev/null"));
        }
      } catch (IOException none) {
        return all;
      }
    }

    private static void print(Socket socket, CountDownLatch begin) {
      try {
        begin.await();
        System.out.write(socket.getInputStream().read());
        System.out.flush();
      } catch (IOException | InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
