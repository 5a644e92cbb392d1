package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlainFilesTest {
  @TempDir private Path folder;
  private Path classes;
  private Path made;
  private PlainFiles files;

  @BeforeEach
  void compile() throws IOException {
    classes = folder.resolve("classes");
    made = folder.resolve("made");
    files = new PlainFiles(classes, classes, folder.resolve("memory"));
    write(classes, "acme/S.class", "plain");
    write(classes, "page.html", "a page");
  }

  private static void write(Path folder, String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private void weave(String inputs) throws IOException {
    write(made, "acme/S.class", "woven");
    write(made, "acme/B.class", "an aspect");
    files.replaceBy(made, inputs);
  }

  @Test
  void shouldWeaveThePlainClassAgainWhereOnlyTheBindingChanged() throws IOException {
    files.refresh();
    weave("first");

    assertThat(files.refresh()).containsOnlyKeys("acme/S.class");
    assertThat(files.folder().resolve("acme/S.class")).content().isEqualTo("plain");
    assertThat(classes.resolve("acme/S.class")).content().isEqualTo("woven");
  }

  @Test
  void shouldTakeAClassThatWasCompiledAnew() throws IOException {
    files.refresh();
    weave("first");
    write(classes, "acme/S.class", "compiled anew");

    assertThat(files.isOf("first")).isFalse();
    files.refresh();
    assertThat(files.folder().resolve("acme/S.class")).content().isEqualTo("compiled anew");
  }

  @Test
  void shouldForgetAClassThatIsGone() throws IOException {
    files.refresh();
    weave("first");
    Files.delete(classes.resolve("acme/S.class"));

    assertThat(files.refresh()).isEmpty();
  }

  @Test
  void shouldTakeAwayAnAspectThatIsGone() throws IOException {
    files.refresh();
    weave("first");
    Files.delete(made.resolve("acme/B.class"));
    files.replaceBy(made, "second");

    assertThat(classes.resolve("acme/B.class")).doesNotExist();
    assertThat(classes.resolve("page.html")).exists();
  }

  @Test
  void shouldKnowThatNothingHasChanged() throws IOException {
    files.refresh();
    assertThat(files.isOf("first")).isFalse();
    weave("first");

    assertThat(files.isOf("first")).isTrue();
    assertThat(files.isOf("second")).isFalse();
  }

  @Test
  void shouldLeaveThePlainClassesWhereTheOutputIsAnotherFolder() throws IOException {
    Path output = folder.resolve("woven");
    PlainFiles apart = new PlainFiles(classes, output, folder.resolve("memory"));

    assertThat(apart.refresh()).containsOnlyKeys("acme/S.class", "page.html");
    write(made, "acme/S.class", "woven");
    apart.replaceBy(made, "first");

    assertThat(classes.resolve("acme/S.class")).content().isEqualTo("plain");
    assertThat(output.resolve("acme/S.class")).content().isEqualTo("woven");
    assertThat(apart.isOf("first")).isTrue();
  }

  /** Then some files are of the old weaving, some of the new one, and none is plain. */
  @Test
  void shouldTakeNoWovenFileForAPlainOneAfterABuildThatWasKilled() throws IOException {
    files.refresh();
    weave("first");
    Files.createDirectory(classes.resolve("acme/New.class"));
    Files.createFile(classes.resolve("acme/New.class/inTheWay"));
    write(made, "acme/New.class", "cannot be copied");
    write(made, "acme/S.class", "woven anew");

    assertThatThrownBy(() -> files.replaceBy(made, "second")).isInstanceOf(IOException.class);

    files.refresh();
    assertThat(files.isOf("first")).isFalse();
    assertThat(files.isOf("second")).isFalse();
    assertThat(files.folder().resolve("acme/S.class")).content().isEqualTo("plain");
  }

  @Test
  void shouldPutPlainFilesBack() throws IOException {
    files.refresh();
    weave("first");
    write(classes, "acme/New.class", "compiled anew");

    files.restore();

    assertThat(PlainFiles.sums(classes))
        .containsOnlyKeys("acme/S.class", "acme/New.class", "page.html");
    assertThat(classes.resolve("acme/S.class")).content().isEqualTo("plain");
    assertThat(files.isOf("first")).isFalse();
    files.restore();
    assertThat(files.refresh()).containsOnlyKeys("acme/S.class", "acme/New.class");
  }

  @Test
  void shouldEmptyAFolderThatHasWovenFilesAlone() throws IOException {
    Path output = folder.resolve("woven");
    PlainFiles apart = new PlainFiles(classes, output, folder.resolve("memory"));
    apart.refresh();
    write(made, "acme/B.class", "an aspect");
    apart.replaceBy(made, "first");

    apart.restore();

    assertThat(output.resolve("acme/B.class")).doesNotExist();
    assertThat(classes.resolve("acme/S.class")).exists();
  }
}
