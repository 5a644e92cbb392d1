package app;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** An application that knows nothing of CAL. */
@SpringBootApplication
@EnableAsync
public class Shop {
  private static final long DEADLINE_SECONDS = 120;

  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  /** Holds requests and tasks until a test lets them go. */
  @Component
  public static class Gate {
    private final CountDownLatch open = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);

    /** Waits within a request or a task. */
    public void pass() throws InterruptedException {
      reached.countDown();
      if (!open.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the gate stayed closed");
      }
    }

    /** Waits for the first that is held. */
    public void awaitReached() throws InterruptedException {
      if (!reached.await(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody came to the gate");
      }
    }

    public void open() {
      open.countDown();
    }
  }

  /** Work beside requests. */
  @Component
  public static class Press {
    private final Gate gate;

    Press(Gate gate) {
      this.gate = gate;
    }

    /** Libraries may look for classes of the application by the thread's loader. */
    @Async
    public CompletableFuture<String> print(String text) throws ClassNotFoundException {
      ClassLoader loader = Thread.currentThread().getContextClassLoader();
      boolean ours = Class.forName(Shop.class.getName(), false, loader) == Shop.class;
      return CompletableFuture.completedFuture("printed " + text + (ours ? "" : " by " + loader));
    }

    @Async
    public CompletableFuture<String> printHeld(String text)
        throws InterruptedException, ClassNotFoundException {
      gate.pass();
      return print(text);
    }
  }

  /** The requests. */
  @RestController
  public static class Counter {
    private final Press press;
    private final Gate gate;

    Counter(Press press, Gate gate) {
      this.press = press;
      this.gate = gate;
    }

    @GetMapping("/greet/{name}")
    public String greet(@PathVariable("name") String name) {
      return "good day, " + name;
    }

    @PostMapping("/weigh")
    public String weigh(InputStream goods) throws IOException {
      return goods.readAllBytes().length + " grams";
    }

    @GetMapping("/print/{text}")
    public CompletableFuture<String> print(@PathVariable("text") String text)
        throws ClassNotFoundException {
      return press.print(text);
    }

    @GetMapping("/held")
    public String held() throws InterruptedException {
      gate.pass();
      return "let go";
    }
  }
}
