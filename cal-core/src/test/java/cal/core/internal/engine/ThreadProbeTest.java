package cal.core.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ModelFixture;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** It leans on names of the JDK: this says where they have changed. */
class ThreadProbeTest {
  /** Something that waits, or goes on until the test ends. */
  private interface Work {
    void run() throws Exception;
  }

  @TempDir private Path folder;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  private Thread start(Thread.Builder builder, Work work) {
    Thread thread =
        builder.start(
            () -> {
              try {
                work.run();
              } catch (Exception ended) {
                stopped = true;
              }
            });
    threads.add(thread);
    return thread;
  }

  private Thread start(Work work) {
    return start(Thread.ofPlatform().daemon(), work);
  }

  private void spin() {
    while (!stopped) {
      Thread.onSpinWait();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      LockSupport.unpark(thread);
      thread.join();
    }
  }

  /** A pipe that nobody writes to: a read of it waits as one of a slow disk does. */
  private Path pipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static void requireKeptByAFile(Thread thread) {
    ModelFixture.eventually("a call on a file", () -> ThreadProbe.isInFileCall(thread));
    assertThat(ThreadProbe.isWithSystem(thread)).isTrue();
  }

  private void requireKept(Thread.Builder builder) throws Exception {
    Path pipe = pipe();
    Thread thread =
        start(
            builder,
            () -> {
              try (FileInputStream in = new FileInputStream(pipe.toFile())) {
                assertThat(in.read()).isEqualTo(7);
              }
            });
    try (FileOutputStream writer = new FileOutputStream(pipe.toFile())) {
      requireKeptByAFile(thread);
      writer.write(7);
    }
  }

  @Test
  void shouldSeeAThreadThatAStreamOfAFileKeeps() throws Exception {
    requireKept(Thread.ofPlatform().daemon());
  }

  @Test
  void shouldSeeAVirtualThreadThatAFileKeeps() throws Exception {
    requireKept(Thread.ofVirtual());
  }

  @Test
  void shouldSeeAThreadThatAChannelOfAFileKeeps() throws Exception {
    Path pipe = pipe();
    Thread thread =
        start(
            () -> {
              try (FileChannel in = FileChannel.open(pipe, StandardOpenOption.READ)) {
                assertThat(in.read(ByteBuffer.allocate(1))).isEqualTo(1);
              }
            });
    try (FileOutputStream writer = new FileOutputStream(pipe.toFile())) {
      requireKeptByAFile(thread);
      writer.write(7);
    }
  }

  @Test
  void shouldTellAThreadThatLacksACoreFromOneThatAFileKeeps() {
    List<Thread> many = new ArrayList<>();
    for (int i = 0; i <= Runtime.getRuntime().availableProcessors(); i++) {
      many.add(start(this::spin));
    }
    assertThat(many).allMatch(ThreadProbe::isWithSystem).noneMatch(ThreadProbe::isInFileCall);
  }

  @Test
  void shouldNotTakeASocketForAFile() throws IOException {
    try (ServerSocket listener = new ServerSocket(0)) {
      Thread accepting = start(listener::accept);
      ModelFixture.eventually(
          "an accept",
          () -> {
            StackTraceElement[] stack = accepting.getStackTrace();
            return stack.length > 0 && stack[0].isNativeMethod();
          });
      assertThat(ThreadProbe.isInFileCall(accepting)).isFalse();
    }
  }

  @Test
  void shouldNotSeeAThreadThatParks() {
    Work parks =
        () -> {
          while (!stopped) {
            LockSupport.park();
          }
        };
    for (Thread thread : List.of(start(parks), start(Thread.ofVirtual(), parks))) {
      ModelFixture.eventually("it parks", () -> thread.getState() == Thread.State.WAITING);
      assertThat(ThreadProbe.isWithSystem(thread)).isFalse();
    }
  }

  /** It is runnable, and lacks no core: its scheduler has others before it. */
  @Test
  void shouldNotSeeAVirtualThreadThatWaitsForItsScheduler() throws Exception {
    int carriers = Runtime.getRuntime().availableProcessors();
    CountDownLatch run = new CountDownLatch(carriers);
    for (int i = 0; i < carriers; i++) {
      start(
          Thread.ofVirtual().name("a@b]/c"),
          () -> {
            run.countDown();
            spin();
          });
    }
    ModelFixture.await(run, "threads that keep all carriers");
    Thread waiting = start(Thread.ofVirtual().name("a@b]/c"), this::spin);
    assertThat(waiting.getState()).isEqualTo(Thread.State.RUNNABLE);
    assertThat(ThreadProbe.isWithSystem(waiting)).isFalse();
    assertThat(threads.subList(0, carriers)).allMatch(ThreadProbe::isWithSystem);
  }
}
