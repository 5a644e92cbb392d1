package cal.agent.binding;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.internal.start.LoadTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** The agent takes the properties of its own. */
@ResourceLock(Resources.SYSTEM_PROPERTIES)
class RequestTest {
  @AfterEach
  void clear() {
    LoadTime.KEYS.forEach(System::clearProperty);
  }

  /** The library refuses these as settings, by the same list. */
  @Test
  void shouldTakeEachPropertyOfTheAgent() {
    LoadTime.KEYS.forEach(key -> System.setProperty(key, "people"));

    Request request = Request.take();

    assertThat(System.getProperties().stringPropertyNames())
        .doesNotContainAnyElementsOf(LoadTime.KEYS);
    assertThat(request.config()).isPresent();
    assertThat(request.weave()).containsExactly("people");
    assertThat(request.adopt()).containsExactly("people");
    assertThat(request.cache()).contains("people");
    assertThat(request.doctor()).contains("people");
  }
}
