package cal.core.internal.support;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The console of a server without a log of its own. */
@Timeout(300)
class LogTest {
  private static final String FORMAT = "-Djava.util.logging.SimpleFormatter.format=";

  @TempDir private Path folder;

  /** Logs as CAL, and as the server. */
  static final class Server {
    public static void main(String[] settings) {
      for (String format : settings) {
        System.setProperty("java.util.logging.SimpleFormatter.format", format);
      }
      Log.log(System.Logger.Level.WARNING, "{0} of CAL", null);
      Log.log(System.Logger.Level.ERROR, "failed", new IllegalStateException("because"));
      Logger.getLogger("app").info("of the server");
    }
  }

  private List<String> said(String option, String... settings) {
    List<String> words =
        new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), option));
    words.add(Server.class.getName());
    words.addAll(List.of(settings));
    return ChildJvm.run(folder, words).err().lines().toList();
  }

  @Test
  void shouldTakeALineForARecordAndNameNoClassOfCal() {
    List<String> said = said("-Duser.language=en");

    assertThat(said.getFirst()).matches("[\\d-]{10} [\\d:]{8} WARNING cal: \\{0} of CAL");
    assertThat(said.get(1)).matches("[\\d-]{10} [\\d:]{8} SEVERE cal: failed");
    assertThat(said.get(2)).isEqualTo("java.lang.IllegalStateException: because");
    assertThat(said.get(said.size() - 2)).as("as the JDK has it").endsWith("LogTest$Server main");
    assertThat(said.getLast()).isEqualTo("INFO: of the server");
  }

  @Test
  void shouldKeepTheFormatOfTheServer() {
    assertThat(said(FORMAT + "<%3$s> %5$s%n")).startsWith("<cal> {0} of CAL", "<cal> failed");
    assertThat(said("-Da=b", "<%3$s> %5$s%n")).as("set by main").startsWith("<cal> {0} of CAL");
  }
}
