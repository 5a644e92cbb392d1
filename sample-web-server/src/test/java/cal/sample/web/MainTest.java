package cal.sample.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Mistakes on the command line. */
class MainTest {
  private static String mistake(String... arguments) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int status =
        Main.run(new Main(), arguments, new PrintStream(said, true, StandardCharsets.UTF_8));
    assertThat(status).isEqualTo(2);
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldNameTheOptionOfAMistake() {
    for (List<String> one :
        List.of(
            List.of("--root", "no-such-folder"),
            List.of("--root", ".", "--cache-bytes", "-1"),
            List.of("--root", ".", "--cache", "mru"),
            List.of("--root", ".", "--tls", "none.p12"),
            List.of("--root", ".", "--pipeline", "pom.xml"),
            List.of("--root", ".", "--pipeline", "no-such-file"),
            List.of("--root", ".", "--users", "pom.xml"),
            List.of("--root", ".", "--protocol", "ftp"),
            List.of("--root", ".", "--tls", "none.p12", "--protocol", "gopher"),
            List.of("--root", ".", "--pipeline", "pom.xml", "--protocol", "gopher"),
            List.of("--root", ".", "--idle-timeout", "0"),
            List.of("--root", ".", "--host", "no.such.host.invalid"))) {
      String[] arguments = new String[one.size() + 2];
      one.toArray(arguments);
      arguments[one.size()] = "--port";
      arguments[one.size() + 1] = "0";
      assertThat(mistake(arguments))
          .contains(one.get(one.size() - 2))
          .endsWith("(--help lists the options)\n");
    }
  }
}
