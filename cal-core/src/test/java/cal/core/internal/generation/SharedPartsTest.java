package cal.core.internal.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.ModelFixture;
import cal.core.spi.ConcurrencyModel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A model that is opened for long keeps no other model, and no close. */
class SharedPartsTest {
  private final ConcurrencyModel slow = new CallingThreadModel(true);
  private final ConcurrencyModel other = new CallingThreadModel(false);
  private final SharedParts parts = new SharedParts();
  private final CountDownLatch opens = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);
  private final AtomicInteger made = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private FutureTask<AutoCloseable> opening;

  @BeforeEach
  void open() throws Exception {
    opening = elsewhere(slow, this::makeSlowly);
    ModelFixture.await(opens, "the opening");
  }

  @AfterEach
  void end() {
    goesOn.countDown();
  }

  private FutureTask<AutoCloseable> elsewhere(
      ConcurrencyModel model, Supplier<AutoCloseable> maker) {
    FutureTask<AutoCloseable> task = new FutureTask<>(() -> parts.of(model, maker));
    Thread.ofPlatform().daemon().start(task);
    return task;
  }

  private AutoCloseable makeSlowly() {
    opens.countDown();
    try {
      ModelFixture.await(goesOn, "the end of the opening");
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts", e);
    }
    return make();
  }

  private AutoCloseable make() {
    made.incrementAndGet();
    return closed::incrementAndGet;
  }

  private static <T> T get(FutureTask<T> task) throws Exception {
    return task.get(ModelFixture.DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void shouldOpenAnotherModelMeanwhile() throws Exception {
    assertThat(get(elsewhere(other, this::make))).isNotNull();
    assertThat(opening.isDone()).isFalse();
  }

  @Test
  void shouldOpenAModelOnceForTwoStages() throws Exception {
    FutureTask<AutoCloseable> second = elsewhere(slow, this::make);
    goesOn.countDown();
    assertThat(get(second)).isSameAs(get(opening));
    assertThat(made).hasValue(1);
  }

  @Test
  void shouldCloseAModelThatIsOpenedMeanwhile() throws Exception {
    FutureTask<Void> close = new FutureTask<>(parts::close, null);
    Thread.ofPlatform().daemon().start(close);
    get(close);
    assertThat(closed).hasValue(0);
    goesOn.countDown();
    assertThatThrownBy(() -> get(opening))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("model=%s was closed as it was opened".formatted(slow.name()));
    assertThat(closed).hasValue(1);
  }
}
