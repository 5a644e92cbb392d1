package cal.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.displayName;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import cal.core.spi.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** The results of {@code @UnderEveryModel} for tests that pass, and for those that do not. */
class UnderEveryModelTest {
  private static final AtomicInteger BEFORE_HERE = new AtomicInteger();

  /** Tests that are run by these tests alone. */
  static class Cases {
    @BeforeEach
    void before() {
      BEFORE_HERE.incrementAndGet();
    }

    private static void load() throws Exception {
      new EchoServer(() -> {}).close();
    }

    @UnderEveryModel({"virtual", "thread-pool"})
    void shouldFail() throws Exception {
      load();
      throw new AssertionFailedError("a message", System.getProperty("cal.model"), "other");
    }

    @UnderEveryModel("virtual")
    void shouldPass() throws Exception {
      load();
      if (BEFORE_HERE.get() != 1) {
        throw new AssertionError("before=" + BEFORE_HERE.get());
      }
    }

    @UnderEveryModel("virtual")
    void shouldLoadNoBinding() {}

    @UnderEveryModel("virtul")
    void shouldNameAModel() {}

    @UnderEveryModel(value = "thread", settings = "cal.thread-pool.size=0")
    void shouldBeConfigured() throws Exception {
      load();
    }

    @UnderEveryModel(value = "thread", timeoutSeconds = 2)
    void shouldEnd() throws Exception {
      new CountDownLatch(1).await();
    }

    @UnderEveryModel("thread")
    void shouldBeAborted() {
      throw new TestAbortedException("not here");
    }

    @UnderEveryModel("thread")
    void shouldThrowWhatCannotBeWritten() {
      throw new Unwritable();
    }
  }

  /** Tests of a server whose binding promises what the next step does not keep. */
  static class WrongPromises {
    @UnderEveryModel({"virtual", "reactive"})
    void shouldAnswerAfterAPrompt() throws Exception {
      ask(true, "a", "?", "a", "?");
    }

    @UnderEveryModel({"virtual", "reactive-pool"})
    void shouldAnswerTwoLinesThatCameAtOnce() throws Exception {
      ask(false, "a\nb", "a", "b");
    }

    private static void ask(boolean prompts, String lines, String... answers) throws Exception {
      try (LineServer server = new LineServer(prompts)) {
        server.run();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
          client.setSoTimeout(20_000);
          client.getOutputStream().write((lines + "\n").getBytes(StandardCharsets.UTF_8));
          BufferedReader in =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
          for (String answer : answers) {
            assertThat(in.readLine()).isEqualTo(answer);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "shouldAnswerAfterAPrompt, reactive",
    "shouldAnswerTwoLinesThatCameAtOnce, reactive-pool"
  })
  void shouldFailWhereABindingPromisesInputThatAStepDoesNotBeginWith(String test, String model) {
    Events tests = run(WrongPromises.class, test);

    tests.assertStatistics(statistics -> statistics.succeeded(1).failed(1));
    tests
        .failed()
        .assertThatEvents()
        .haveExactly(
            1,
            event(
                displayName(model),
                finishedWithFailure(
                    instanceOf(AssertionError.class),
                    message(
                        text ->
                            text.startsWith("under " + model + ": stage=line: awaits(..)")
                                && text.contains("the next step wrote before it read")
                                && text.contains("return null there before such a step")))));
  }

  /** Holds what cannot be serialized. */
  private static final class Unwritable extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Object held = new Object();

    @Override
    public String getMessage() {
      return "unwritable " + held.getClass();
    }
  }

  private static Events run(String method) {
    return run(Cases.class, method);
  }

  private static Events run(Class<?> cases, String method) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectMethod(cases, method))
        .execute()
        .testEvents();
  }

  private static Throwable failure(String method) {
    return run(method).failed().stream()
        .findFirst()
        .flatMap(event -> event.getPayload(TestExecutionResult.class))
        .flatMap(TestExecutionResult::getThrowable)
        .orElseThrow();
  }

  @Test
  void shouldRunOnceUnderEachNamedModelAndTellTheFailureAsItWas() {
    Events tests = run("shouldFail");

    tests
        .assertThatEvents()
        .haveExactly(1, failed("virtual"))
        .haveExactly(1, failed("thread-pool"));
    tests.assertStatistics(statistics -> statistics.started(2).failed(2));
    tests
        .failed()
        .assertThatEvents()
        .allSatisfy(event -> assertThat(actualOf(event)).isEqualTo("other"));
  }

  private static Condition<Event> failed(String model) {
    return event(
        test(),
        displayName(model),
        finishedWithFailure(
            instanceOf(AssertionFailedError.class), message("under " + model + ": a message")));
  }

  private static Object actualOf(Event event) {
    Throwable failure =
        event.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow();
    return ((AssertionFailedError) failure).getActual().getStringRepresentation();
  }

  @Test
  void shouldRunWhatComesBeforeInTheProcessOfTheTestAlone() {
    BEFORE_HERE.set(0);

    run("shouldPass").assertStatistics(statistics -> statistics.succeeded(1).failed(0));

    assertThat(BEFORE_HERE).hasValue(0);
  }

  @Test
  void shouldFailWhereTheServerIsNotWoven() {
    assertThat(failure("shouldLoadNoBinding"))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("under virtual: no binding was loaded");
  }

  /** An IDE compiles without the build's weaver: no model is worth a JVM, and a time-out, then. */
  @Test
  void shouldSayAtOnceThatNothingIsWoven(@TempDir Path folder) throws Exception {
    String file = PlainCase.class.getName().replace('.', '/') + ".class";
    Files.createDirectories(folder.resolve(file).getParent());
    try (InputStream in = UnderEveryModelTest.class.getResourceAsStream("/" + file)) {
      Files.copy(in, folder.resolve(file));
    }
    try (URLClassLoader unwoven = new WithoutRecord(folder)) {
      Class<?> plain = unwoven.loadClass(PlainCase.class.getName());

      Events all =
          EngineTestKit.engine("junit-jupiter")
              .selectors(selectMethod(plain, "shouldServe"))
              .execute()
              .allEvents();

      all.assertThatEvents()
          .haveExactly(
              1,
              event(
                  finishedWithFailure(
                      instanceOf(ConfigurationException.class),
                      message(text -> text.contains("so the server is not woven")))));
    }
  }

  /** Loaded by a loader that finds nothing woven. */
  static class PlainCase {
    @UnderEveryModel
    void shouldServe() {}
  }

  /** Finds no record of the weaver, and loads the classes of a folder itself. */
  private static final class WithoutRecord extends URLClassLoader {
    WithoutRecord(Path folder) throws IOException {
      super(new URL[] {folder.toUri().toURL()}, UnderEveryModelTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.equals(PlainCase.class.getName())
          ? findClass(name)
          : super.loadClass(name, resolve);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
      return name.endsWith("captures") ? Collections.emptyEnumeration() : super.getResources(name);
    }
  }

  @Test
  void shouldNameTheNearestModel() {
    Events all =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectMethod(Cases.class, "shouldNameAModel"))
            .execute()
            .allEvents();

    all.assertThatEvents()
        .haveExactly(
            1,
            event(
                finishedWithFailure(
                    instanceOf(ConfigurationException.class),
                    message(text -> text.endsWith("did you mean virtual?")))));
  }

  @Test
  void shouldTellWhatTheServerSaidWhenItEnded() {
    assertThat(failure("shouldBeConfigured"))
        .hasMessageContaining("under thread the JVM of the test ended with exit status 2")
        .hasMessageContaining("cal: cal.thread-pool.size=0");
  }

  @Test
  void shouldEndATestThatDoesNotEnd() {
    assertThat(failure("shouldEnd")).hasMessageContaining("has not ended after timeoutSeconds=2");
  }

  @Test
  void shouldTellOfAssumptionsThatDoNotHold() {
    run("shouldBeAborted").assertStatistics(statistics -> statistics.aborted(1).failed(0));
  }

  @Test
  void shouldTellInWordsWhatCannotBeSerialized() {
    assertThat(failure("shouldThrowWhatCannotBeWritten"))
        .hasMessageStartingWith("under thread: ")
        .hasMessageContaining("unwritable class java.lang.Object");
  }
}
