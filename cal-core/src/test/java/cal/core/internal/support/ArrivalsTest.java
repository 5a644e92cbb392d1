package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Elements are taken in their order. */
class ArrivalsTest {
  private static final class Element extends Arrivals.Link<Element> {}

  private static List<Element> taken(Arrivals<Element> arrivals) {
    List<Element> all = new ArrayList<>();
    for (Element one = arrivals.takeAll(); one != null; one = one.next()) {
      all.add(one);
    }
    return all;
  }

  @Test
  void shouldTakeAllInTheOrderOfArrival() {
    Arrivals<Element> arrivals = new Arrivals<>();
    List<Element> elements = List.of(new Element(), new Element(), new Element());
    assertThat(taken(arrivals)).isEmpty();
    elements.forEach(arrivals::add);
    assertThat(arrivals.isEmpty()).isFalse();
    assertThat(taken(arrivals)).containsExactlyElementsOf(elements);
    assertThat(arrivals.isEmpty()).isTrue();

    elements.reversed().forEach(arrivals::add);
    assertThat(taken(arrivals)).as("again").containsExactlyElementsOf(elements.reversed());
  }
}
