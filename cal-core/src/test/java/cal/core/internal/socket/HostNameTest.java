package cal.core.internal.socket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts the JDK asks nobody for. */
class HostNameTest {
  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "127.0.0.1", "127.1", "2130706433", "::1", "[::1]", "fe80::1"})
  void shouldKnowAnAddress(String host) {
    assertThat(HostName.isAddress(host)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.2.3.4.5", "256.0.0.1", "1..2", "4711x", "a:b", "[1.2.3.4.5]", "cal.example"})
  void shouldTakeAllElseForAName(String host) {
    assertThat(HostName.isAddress(host)).isFalse();
  }
}
