package cal.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import app.Shop;
import cal.core.contract.ChildJvm;
import cal.core.spi.CalRuntimeMXBean;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.tomcat.util.net.NioEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.LivenessState;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.TaskRejectedException;

/** An application of Spring Boot that knows nothing of CAL, under models by one property. */
class StarterTest {
  private static final Duration DEADLINE = Duration.ofMinutes(2);

  /** Null before they were asked. */
  private static List<String> own;

  /** All that the application answers. */
  private static List<String> answers(Running shop) throws Exception {
    List<String> answers = new ArrayList<>();
    answers.add(shop.get("/greet/Ada"));
    answers.add(shop.post("/weigh", new byte[300_000]));
    answers.add(shop.get("/print/news"));
    answers.add(shop.get("/nothing").replaceAll("\"timestamp\":\"[^\"]*\"", ""));
    return answers;
  }

  /** Its answers under the threads of Boot, asked once. */
  private static synchronized List<String> ownAnswers() throws Exception {
    if (own == null) {
      try (Running shop = new Running("cal.model=sequential")) {
        own = answers(shop);
        assertThat(shop.get("/actuator/cal")).contains("\"stages\":[]");
      }
    }
    return own;
  }

  @ParameterizedTest
  @ValueSource(strings = {"virtual", "reactive", "thread-pool"})
  void shouldAnswerAsUnderBootsOwnThreads(String model) throws Exception {
    List<String> unchanged = ownAnswers();
    assertThat(unchanged).contains("200 good day, Ada", "200 300000 grams", "200 printed news");
    try (Running shop = new Running("cal.model=" + model)) {
      assertThat(answers(shop)).isEqualTo(unchanged);
      assertThat(shop.get("/actuator/cal"))
          .contains("{\"stage\":\"tomcat\",\"model\":\"" + model + "\"")
          .contains("{\"stage\":\"application-task-executor\",\"model\":\"" + model + "\"")
          .contains("\"hangs\":[]");
      assertThat(ManagementFactory.getPlatformMBeanServer())
          .as("for ./cal top")
          .returns(true, beans -> beans.isRegistered(bean()));
    }
    assertThat(ManagementFactory.getPlatformMBeanServer().isRegistered(bean())).isFalse();
  }

  private static ObjectName bean() {
    try {
      return new ObjectName(CalRuntimeMXBean.NAME);
    } catch (MalformedObjectNameException impossible) {
      throw new AssertionError(impossible);
    }
  }

  @Test
  void shouldRefuseTrafficWhileItIsFull() throws Exception {
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    try (Running shop =
        new Running(
            "cal.model=virtual",
            "cal.stage.tomcat.max-in-flight=1",
            "management.server.port=0",
            "management.server.address=127.0.0.1",
            "management.endpoint.health.probes.enabled=true")) {
      assertThat(shop.manage("/actuator/health/readiness")).startsWith("200 ");
      CompletableFuture<String> held = shop.begin("/held");
      shop.bean(Shop.Gate.class).awaitReached();
      until(() -> shop.manage("/actuator/health/readiness").startsWith("503 "));
      assertThat(shop.manage("/actuator/health/liveness")).startsWith("200 ");
      ((Logger) LoggerFactory.getLogger(NioEndpoint.class)).addAppender(lines);
      assertThatThrownBy(() -> shop.get("/greet/Ada")).as("the stage is full").isNotNull();
      assertThat(lines.list)
          .as("the log of refusals")
          .isNotEmpty()
          .allSatisfy(
              line -> {
                assertThat(line.getThrowableProxy().getMessage()).contains("stage=tomcat");
                assertThat(line.getThrowableProxy().getStackTraceElementProxyArray()).isEmpty();
              });
      shop.bean(Shop.Gate.class).open();
      assertThat(held.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("200 let go");
      until(() -> shop.manage("/actuator/health/readiness").startsWith("200 "));
      assertThat(shop.get("/greet/Ada")).isEqualTo("200 good day, Ada");
    }
  }

  private static void until(Callable<Boolean> condition) {
    await().atMost(DEADLINE).pollInterval(Duration.ofMillis(50)).until(condition);
  }

  /** Tomcat itself waits for nobody here: CAL's stage does, with the connections open yet. */
  @Test
  void shouldAnswerWhatHasComeAtTheClose() throws Exception {
    Running shop = new Running("cal.model=virtual", "server.shutdown=immediate");
    Shop.Gate gate = shop.bean(Shop.Gate.class);
    CompletableFuture<String> task = shop.bean(Shop.Press.class).printHeld("late");
    CompletableFuture<String> request = shop.begin("/held");
    gate.awaitReached();
    until(() -> shop.get("/actuator/cal").split("\"active\":[12]", -1).length == 3);
    AsyncTaskExecutor executor = shop.bean(AsyncTaskExecutor.class);
    CompletableFuture<Void> closed = CompletableFuture.runAsync(shop::close);
    until(() -> isRefused(shop));
    assertThat(closed).as("the close waits").isNotDone();
    gate.open();
    closed.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    assertThat(request.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("200 let go");
    assertThat(task.get(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isEqualTo("printed late");
    assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(TaskRejectedException.class);
  }

  private static boolean isRefused(Running shop) throws InterruptedException {
    try {
      shop.get("/greet/Ada");
      return false;
    } catch (IOException refused) {
      return true;
    }
  }

  @Test
  void shouldBeBrokenWhileItsTasksWaitForEachOther() throws Exception {
    try (Running shop = new Running("cal.model=virtual", "cal.shutdown-timeout=50ms")) {
      AsyncTaskExecutor executor = shop.bean(AsyncTaskExecutor.class);
      ApplicationAvailability availability = shop.bean(ApplicationAvailability.class);
      assertThat(availability.getLivenessState()).isEqualTo(LivenessState.CORRECT);
      Object first = new Object();
      Object second = new Object();
      CountDownLatch both = new CountDownLatch(2);
      executor.execute(() -> take(first, second, both));
      executor.execute(() -> take(second, first, both));
      until(() -> availability.getLivenessState() == LivenessState.BROKEN);
      assertThat(shop.get("/actuator/cal")).contains("threads wait for each other, for good");
    }
  }

  private static void take(Object one, Object other, CountDownLatch both) {
    synchronized (one) {
      both.countDown();
      while (both.getCount() > 0) {
        Thread.onSpinWait();
      }
      synchronized (other) {
        throw new AssertionError("the other task has this monitor");
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cal.modle=virtual | unknown setting cal.modle=virtual | did you mean cal.model?
          cal.model=virtul | model virtul | did you mean virtual?
          cal.stage.application-task-executor.model=jcspool | model jcspool | did you mean
          cal.max-in-flight=9 | no model that would follow | set cal.model
          cal.stage.tomcat.max-in-flight=0 | is not allowed | give auto, or 1 to 1000000
          cal.model=cluster | runs hand-offs alone | give cal.stage.
          """)
  void shouldNotStartWithAMistake(String property, String mistake, String remedy) {
    assertThatThrownBy(() -> new Running(property).close())
        .satisfies(
            thrown ->
                assertThat(new Mistake.Analyzer().analyze(thrown).getDescription())
                    .startsWith("cal: ")
                    .contains(mistake, remedy));
  }

  @Test
  void shouldRefuseToKeepTheThreadThatReads() {
    assertThatThrownBy(
            () -> new Running("cal.model=virtual", "cal.stage.tomcat.when-full=block").close())
        .hasRootCauseMessage(
            "cal.stage.tomcat.when-full=block (commandLineArgs) would keep the thread that"
                + " reads for all requests; give reject");
  }

  @Test
  void shouldEndInASentenceWithStatusTwo(@TempDir Path folder) {
    ChildJvm.Outcome outcome =
        ChildJvm.run(
            folder,
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                Shop.class.getName(),
                "--server.port=0",
                "--cal.model=virtul"));
    assertThat(outcome.status()).as(outcome.toString()).isEqualTo(2);
    assertThat(outcome.out())
        .contains("APPLICATION FAILED TO START", "did you mean virtual?")
        .doesNotContain("\tat ");
  }

  /** No option of Java is needed; the line at the start names what would make it faster. */
  @Test
  void shouldNameTheManifestLineWhereJavaRefuses() {
    try (Running shop = new Running("cal.model=reactive")) {
      assertThat(shop.bean(Stages.class).toString())
          .contains("tomcat=reactive (", "application-task-executor=reactive (")
          .contains("Add-Opens: java.base/java.lang", "--enable-native-access=ALL-UNNAMED");
    }
  }
}
