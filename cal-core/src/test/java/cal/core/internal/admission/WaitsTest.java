package cal.core.internal.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.contract.CallingThreadModel;
import cal.core.contract.Work;
import cal.core.internal.engine.Engine;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which stage may wait for which. */
class WaitsTest {
  private final Engine runtime = Engine.of(Configuration.of(Map.of()), List.of());
  private final List<OpenStage> stages = new ArrayList<>();

  private OpenStage stage(String name, boolean bounded) {
    OpenStage stage =
        new OpenStage(
            runtime.commons(), name, Configuration.of(Map.of()), new CallingThreadModel(bounded));
    stages.add(stage);
    return stage;
  }

  @AfterEach
  void close() {
    stages.forEach(OpenStage::close);
  }

  @Test
  void shouldRefuseTheWayBack() {
    Waits<OpenStage> waits = new Waits<>();
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", true);
    waits.order(a, b);
    waits.order(a, b);
    assertThatThrownBy(() -> waits.order(b, a))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("b -> a and back")
        .hasMessageContaining("cal.stage.a.model=virtual");
    waits.order(a, b);
  }

  @Test
  void shouldRefuseAWayBackThroughOthers() {
    Waits<OpenStage> waits = new Waits<>();
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", true);
    OpenStage c = stage("c", true);
    waits.order(a, b);
    waits.order(b, c);
    waits.order(a, c);
    assertThatThrownBy(() -> waits.order(c, a)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldRefuseAWaitAgainstAnOrderAndAnOrderAgainstAWait() {
    Waits<OpenStage> waits = new Waits<>();
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", true);
    OpenStage c = stage("c", true);
    waits.order(a, b);
    assertThat(waits.begin(List.of(c), a)).isNull();
    assertThat(waits.begin(List.of(b), c)).as("b -> c -> a -> b").isSameAs(b);
    assertThatThrownBy(() -> waits.order(b, c)).hasMessageContaining("b -> c and back");
    waits.end(List.of(c), a);
    assertThat(waits.begin(List.of(b), c)).as("c waits no more").isNull();
    waits.end(List.of(b), c);
    assertThat(waits.waiting()).isEmpty();
  }

  @Test
  void shouldKeepAWaitUntilAllWhoWaitSoHaveGoneOn() {
    Waits<OpenStage> waits = new Waits<>();
    OpenStage a = stage("a", false);
    OpenStage b = stage("b", false);
    assertThat(waits.begin(List.of(a), b)).isNull();
    assertThat(waits.begin(List.of(a), b)).isNull();
    waits.end(List.of(a), b);
    assertThat(waits.begin(List.of(b), a)).isSameAs(b);
    waits.end(List.of(a), b);
    assertThat(waits.begin(List.of(b), a)).isNull();
  }

  @Test
  void shouldAllowBothWaysWhereOneIsUnbounded() throws Throwable {
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", false);
    List<Object> seen = new ArrayList<>();
    for (OpenStage[] way : new OpenStage[][] {{a, b}, {b, a}, {a, b}}) {
      Work.spawn(
          way[0],
          () -> {
            seen.add(way[1].handOff(Work.of(way[1], () -> way[1].name())));
            return false;
          });
    }
    assertThat(seen).containsExactly("b", "a", "b");
  }

  /** The unbounded stage between them holds the first one's worker all the same. */
  @Test
  void shouldSeeAWayBackThroughAnUnboundedStage() throws Throwable {
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", true);
    OpenStage free = stage("free", false);
    List<Object> seen = new ArrayList<>();
    Work.spawn(
        a,
        () -> {
          seen.add(through(free, b));
          return false;
        });
    assertThat(seen).containsExactly("there");
    Work.spawn(
        b,
        () -> {
          assertThatThrownBy(() -> through(free, a))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("b -> a and back");
          seen.add("refused");
          return false;
        });
    assertThat(seen).containsExactly("there", "refused");
  }

  private static Object through(OpenStage first, OpenStage second) throws Throwable {
    return first.handOff(Work.of(first, () -> second.handOff(Work.of(second, () -> "there"))));
  }

  /** Where there is none, the place that its caller has got would be lost. */
  @Test
  void shouldNeedNoMemoryToEndAWait() {
    Waits<OpenStage> waits = new Waits<>();
    List<OpenStage> from = List.of(stage("a", true), stage("b", true));
    OpenStage to = stage("c", true);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long taken = 0;
    for (int warm = 0; warm < 3; warm++) {
      waits.begin(from, to);
      long before = threads.getCurrentThreadAllocatedBytes();
      waits.end(from, to);
      taken = threads.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(taken).isZero();
  }

  /** A wait that has not begun is none: else its stages would be refused for good. */
  @Test
  void shouldLeaveNothingOfAWaitThatCannotBegin() {
    Waits<OpenStage> waits = new Waits<>();
    OpenStage a = stage("a", true);
    OpenStage b = stage("b", true);
    OutOfMemoryError none = new OutOfMemoryError("made by a test");
    assertThatThrownBy(() -> waits.begin(new FailingAtLast(a, none), b)).isSameAs(none);
    assertThat(waits.waiting()).isEmpty();
    assertThat(waits.begin(List.of(b), a)).as("the circle that is closed").isNull();
  }

  /** Two stages, the second of which is not got when the wait begins. */
  private static final class FailingAtLast extends AbstractList<OpenStage> {
    private final OpenStage first;
    private final Error error;
    private int gotten;

    FailingAtLast(OpenStage first, Error error) {
      this.first = first;
      this.error = error;
    }

    @Override
    public OpenStage get(int index) {
      if (index == 1 && ++gotten > 1) {
        throw error;
      }
      return first;
    }

    @Override
    public int size() {
      return 2;
    }
  }
}
