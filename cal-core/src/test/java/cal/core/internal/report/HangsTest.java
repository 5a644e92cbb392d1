package cal.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.LogLines;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

class HangsTest {
  private final Hangs hangs = new Hangs();

  private void tell(Level level) {
    hangs.tell(level, List.of("work", "app.Server.serve"), "it hangs", "", 0, () -> true);
  }

  @Test
  void shouldWarnOnceAfterAnInformationOfTheSamePlace() {
    try (LogLines log = new LogLines("it hangs")) {
      tell(Level.INFO);
      tell(Level.INFO);
      tell(Level.WARNING);
      tell(Level.WARNING);
      assertThat(log.lines()).hasSize(2);
    }
    assertThat(hangs.present()).hasSize(1);
  }
}
