package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A compiler and a weaver write into one folder, and either may run without the other. */
class PlainClassesTest {
  @TempDir private Path build;
  private Path classes;
  private PlainClasses plain;

  @BeforeEach
  void compileAndWeave() throws IOException {
    classes = build.resolve("classes");
    plain = new PlainClasses(classes, build.resolve("plain"));
    write("a/Server.class", "plain");
    write("a/Other.class", "plain");
    plain.collect();
    plain.restore();
    write("a/Server.class", "woven");
    write("a/Activities.class", "an aspect");
    plain.woven("key");
  }

  private void write(String name, String text) throws IOException {
    Files.createDirectories(classes.resolve(name).getParent());
    Files.writeString(classes.resolve(name), text);
  }

  @Test
  void shouldKnowWhatItHasWoven() throws IOException {
    assertThat(plain.isWoven("key")).isTrue();
    assertThat(plain.isWoven("other")).isFalse();
    write("a/Other.class", "compiled again");
    assertThat(plain.isWoven("key")).isFalse();
  }

  @Test
  void shouldWeavePlainClassesAgain() throws IOException {
    plain.collect();
    plain.restore();

    assertThat(classes.resolve("a/Server.class")).hasContent("plain");
    assertThat(classes.resolve("a/Activities.class")).doesNotExist();
    assertThat(plain.isWoven("key")).isFalse();
  }

  @Test
  void shouldTakeWhatACompilerHasWrittenSince() throws IOException {
    write("a/Server.class", "compiled again");
    write("a/New.class", "new");
    plain.collect();
    plain.restore();

    assertThat(classes.resolve("a/Server.class")).hasContent("compiled again");
    assertThat(classes.resolve("a/New.class")).hasContent("new");
    assertThat(classes.resolve("a/Other.class")).hasContent("plain");
  }

  @Test
  void shouldForgetAClassWhoseSourceIsGone() throws IOException {
    Files.delete(classes.resolve("a/Other.class"));
    plain.collect();
    plain.restore();

    assertThat(classes.resolve("a/Other.class")).doesNotExist();
  }
}
