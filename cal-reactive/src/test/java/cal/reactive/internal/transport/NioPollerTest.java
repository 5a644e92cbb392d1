package cal.reactive.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The JDK's selector beside its close. */
class NioPollerTest {
  /** A drain, for example, visits the channels of a loop that ends. */
  @Test
  void shouldHaveNoRegistrationsOnceClosed() throws Exception {
    NioPoller poller = new NioPoller();
    poller.close();
    assertThat(poller.registrations()).isEmpty();
  }
}
