package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The JDK that the tests run on is the one that is named. */
class TestedJdkTest {
  @Test
  void shouldNameTheJdkThatIsTested() {
    assertThat(TestedJdk.remark(Runtime.version())).isEmpty();
    assertThat(TestedJdk.remark(Runtime.Version.parse("26.0.1+8")))
        .contains("CAL is tested on JDK 25, and not on 26");
  }
}
