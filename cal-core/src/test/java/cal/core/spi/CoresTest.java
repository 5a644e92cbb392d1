package cal.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists of cores are read as Linux writes them, and nothing else is. */
class CoresTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {"0 0", "0-1 0-1", "3,0,1 0-1,3", "0,2-3 0,2-3", "8191 8191", "5-5 5", "1-3,2-4 1-4"})
  void shouldReadLists(String text, String asWritten) {
    assertThat(Cores.of(text)).hasToString(asWritten).isEqualTo(Cores.of(asWritten));
    assertThat(Cores.of(text).isAll()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a",
        "3-1",
        "-1",
        "0-",
        "-",
        ",",
        "0,",
        ",0",
        "0,,1",
        "0--1",
        "0-1-2",
        "0 1",
        "0x1",
        "+1",
        "1.0",
        "8192",
        "0-8192",
        "999999999",
        "0-999999999",
        "0-99999999999999999999",
        "ALL",
        "all,0",
        "0:2",
        "٣"
      })
  void shouldRefuseWhatIsNoList(String text) {
    assertThatThrownBy(() -> Cores.of(text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CoreSettings.CORES.parse("cal.cores", text, "given"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "cal.cores="
                + text
                + " (given) is not allowed; give all, or cores such as 0, 0-1 or"
                + " 0,2-3");
  }

  @Test
  void shouldPinNothingByDefault() {
    assertThat(CoreSettings.CORES.defaultValue()).isEqualTo(Cores.ALL).hasToString("all");
    assertThat(Cores.ALL.isAll()).isTrue();
    Cores.ALL.require("cal.cores=all");
  }
}
