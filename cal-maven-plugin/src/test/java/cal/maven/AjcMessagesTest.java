package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AjcMessagesTest {
  @TempDir private Path folder;

  @Test
  void shouldPlaceAMistakeAsJavacDoes() throws IOException {
    Path aspect = folder.resolve("B.aj");
    Files.writeString(aspect, "aspect B {\n    foo();\n}\n");

    AjcMessages messages =
        AjcMessages.of(
            List.of(
                aspect + ":2 [error] The method foo() is undefined", "foo();", "^^^", "1 error"),
            folder,
            List.of());

    assertThat(messages.errors()).containsExactly(aspect + ":[2,5] The method foo() is undefined");
    assertThat(messages.warnings()).isEmpty();
  }

  /** ajc knows only the name of the source of a class that javac has compiled. */
  @Test
  void shouldFindTheSourceOfAClassFile() throws IOException {
    Path root = Files.createDirectories(folder.resolve("src/main/java"));
    Path source = Files.createDirectories(root.resolve("acme")).resolve("S.java");
    Files.writeString(source, "");

    AjcMessages messages =
        AjcMessages.of(
            List.of(
                folder.resolve("acme/S.java") + ":4 [error] CAL rule 1: it returns a value",
                "\tmethod-call(int acme.S.n())",
                "\tsee also: /x/B.aj:3::24"),
            folder,
            List.of(root));

    assertThat(messages.errors()).containsExactly(source + ":[4] CAL rule 1: it returns a value");
  }

  @Test
  void shouldBeginWithTheMistakeThatHasAPlace() {
    AjcMessages messages =
        AjcMessages.of(
            List.of(
                "[error] can't determine superclass of missing type CriticalRegions",
                "/x/B.aj:3 [error] CriticalRegions cannot be resolved to a type"),
            folder,
            List.of());

    assertThat(messages.errors())
        .containsExactly(
            "/x/B.aj:[3] CriticalRegions cannot be resolved to a type",
            "can't determine superclass of missing type CriticalRegions");
  }

  @Test
  void shouldTellWarningsAndMistakesWithoutAPlace() {
    AjcMessages messages =
        AjcMessages.of(
            List.of(
                "[error] no sources specified", "/x/B.aj:3 [warning] advice has not been applied"),
            folder,
            List.of());

    assertThat(messages.errors()).containsExactly("no sources specified");
    assertThat(messages.warnings()).containsExactly("/x/B.aj:[3] advice has not been applied");
  }
}
