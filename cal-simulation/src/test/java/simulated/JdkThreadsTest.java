package simulated;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import cal.simulation.Simulated;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.lang.ref.ReferenceQueue;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.platform.engine.TestEngine;

/** Threads that the JDK makes for a program, and those that it does not. */
final class JdkThreadsTest {
  @Simulated(seeds = 20)
  void shouldEndAnExecutorOfPlatformThreads() throws Exception {
    AtomicInteger count = new AtomicInteger();
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      threads.execute(count::incrementAndGet);
      assertEquals(1, threads.submit(() -> 1).get());
    }
    assertEquals(1, count.get());
  }

  @Simulated(seeds = 10)
  void shouldHelpItself() throws Exception {
    assertEquals(1, CompletableFuture.supplyAsync(() -> 1).get());
    assertEquals(499_500, IntStream.range(0, 1_000).parallel().sum());
    CountDownLatch forked = new CountDownLatch(1);
    ForkJoinTask<?> unused = ForkJoinTask.adapt(forked::countDown).fork();
    forked.await();
  }

  /** What the maker of a thread gives it, the thread has, whoever starts it. */
  @Simulated(seeds = 5)
  void shouldInheritFromTheMaker() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    CompletableFuture<String> seen = new CompletableFuture<>();
    local.set("maker");
    Thread thread =
        new Thread(
            () -> {
              Thread.currentThread().setContextClassLoader(new ClassLoader("own", null) {});
              boolean interrupted = Thread.currentThread().isInterrupted();
              seen.complete(local.get() + " " + interrupted + " " + loaderOfTheJdk());
            });
    thread.interrupt();
    local.set("starter");
    thread.start();
    assertEquals("maker true null", seen.get());
    FutureTask<String> without = new FutureTask<>(local::get);
    Thread.ofPlatform().inheritInheritableThreadLocals(false).start(without);
    assertNull(without.get());
  }

  /** Returns a service that only the class path has: as the JDK asks the thread's loader. */
  private static Object loaderOfTheJdk() {
    return ServiceLoader.load(TestEngine.class).findFirst().orElse(null);
  }

  /** A thread keeps a permit to park, whatever it waits for between. */
  @Simulated(seeds = 50)
  void shouldKeepAPermitWhileItReads() throws Exception {
    try (ServerSocket listener = new ServerSocket(0);
        Socket client = new Socket(InetAddress.getLoopbackAddress(), listener.getLocalPort());
        Socket served = listener.accept()) {
      Thread reader =
          new Thread(
              () -> {
                try {
                  assertEquals(7, served.getInputStream().read());
                  LockSupport.park();
                } catch (IOException failure) {
                  throw new IllegalStateException(failure);
                }
              });
      reader.start();
      Thread unparker = new Thread(() -> LockSupport.unpark(reader));
      unparker.start();
      client.getOutputStream().write(7);
      reader.join();
    }
  }

  /** A collection is no event of a run. */
  @Simulated(seeds = 2)
  void shouldTellNobodyOfGarbage() throws Exception {
    AtomicInteger cleaned = new AtomicInteger();
    Cleaner.create().register(new Object(), cleaned::incrementAndGet).clean();
    assertEquals(1, cleaned.get());
    long began = System.nanoTime();
    assertNull(new ReferenceQueue<>().remove(60_000));
    assertEquals(60, (System.nanoTime() - began) / 1_000_000_000);
  }

  @Simulated(seeds = 2)
  void shouldWaitForATerminal() throws Exception {
    Thread reader =
        new Thread(
            () -> {
              try {
                throw new IllegalStateException("typed " + System.in.read());
              } catch (IOException none) {
                throw new IllegalStateException(none);
              }
            });
    reader.start();
    reader.interrupt();
    reader.join(60_000);
    assertTrue(reader.isAlive());
  }
}
