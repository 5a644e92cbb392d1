package cal.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which stage may wait for which. */
class HandOffOrderTest {
  private final CalRuntime runtime = CalRuntime.of(Configuration.of(Map.of()), List.of());
  private final List<Stage> stages = new ArrayList<>();

  private Stage stage(String name, boolean bounded) {
    Stage stage =
        new Stage(runtime, name, Configuration.of(Map.of()), new CallingThreadModel(bounded));
    stages.add(stage);
    return stage;
  }

  @AfterEach
  void close() {
    stages.forEach(Stage::close);
  }

  @Test
  void shouldRefuseTheWayBack() {
    HandOffOrder order = new HandOffOrder();
    Stage a = stage("a", true);
    Stage b = stage("b", true);
    order.record(a, b);
    order.record(a, b);
    assertThatThrownBy(() -> order.record(b, a))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("b -> a and back")
        .hasMessageContaining("cal.stage.a.model=virtual");
    order.record(a, b);
  }

  @Test
  void shouldRefuseAWayBackThroughOthers() {
    HandOffOrder order = new HandOffOrder();
    Stage a = stage("a", true);
    Stage b = stage("b", true);
    Stage c = stage("c", true);
    order.record(a, b);
    order.record(b, c);
    order.record(a, c);
    assertThatThrownBy(() -> order.record(c, a)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldAllowBothWaysWhereOneIsUnbounded() throws Throwable {
    Stage a = stage("a", true);
    Stage b = stage("b", false);
    List<Object> seen = new ArrayList<>();
    for (Stage[] way : new Stage[][] {{a, b}, {b, a}, {a, b}}) {
      way[0].spawn(
          Work.of(
              way[0],
              () -> {
                seen.add(way[1].handOff(Work.of(way[1], () -> way[1].name())));
                return false;
              }));
    }
    assertThat(seen).containsExactly("b", "a", "b");
  }

  /** The unbounded stage between them holds the first one's carrier all the same. */
  @Test
  void shouldSeeAWayBackThroughAnUnboundedStage() throws Throwable {
    Stage a = stage("a", true);
    Stage b = stage("b", true);
    Stage free = stage("free", false);
    List<Object> seen = new ArrayList<>();
    a.spawn(
        Work.of(
            a,
            () -> {
              seen.add(through(free, b));
              return false;
            }));
    assertThat(seen).containsExactly("there");
    b.spawn(
        Work.of(
            b,
            () -> {
              assertThatThrownBy(() -> through(free, a))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("b -> a and back");
              seen.add("refused");
              return false;
            }));
    assertThat(seen).containsExactly("there", "refused");
  }

  private static Object through(Stage first, Stage second) throws Throwable {
    return first.handOff(Work.of(first, () -> second.handOff(Work.of(second, () -> "there"))));
  }
}
