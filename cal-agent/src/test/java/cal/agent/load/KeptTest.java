package cal.agent.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The weaving of an earlier start is used if it is the same, whole and nobody else's. */
class KeptTest {
  private static final Woven CHANGED =
      new Woven(
          "app.Server",
          new byte[] {1, 2},
          new byte[] {3, 4, 5},
          List.of(new Woven.Generated("app.Server$Closure", new byte[] {6})));

  private static final Woven LEFT = new Woven("app.Plain", new byte[] {7}, null, List.of());

  @TempDir Path folder;

  private Kept kept(String inputs) {
    return Kept.in(Optional.of(folder.resolve("kept").toString()), Optional.of(inputs));
  }

  private static Weaving weaving() {
    Map<String, Woven> classes = new LinkedHashMap<>();
    classes.put(CHANGED.name(), CHANGED);
    return new Weaving(
        Map.of("cal.model", "virtual"),
        List.of("app..*"),
        true,
        List.of("binding app.B b", "  pointcut p q"),
        List.of(new Woven.Generated("cal.binding.B", new byte[] {9})),
        classes);
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void shouldFindWhatWasPutAndAdded() {
    Kept first = kept("inputs");
    assertThat(first.find()).isEmpty();
    first.put(weaving());
    first.add(LEFT);

    Weaving found = kept("inputs").find().orElseThrow();

    assertThat(found.settings()).isEqualTo(weaving().settings());
    assertThat(found.scope()).isEqualTo(weaving().scope());
    assertThat(found.record()).isEqualTo(weaving().record());
    assertThat(found.adoptsOnly()).isTrue();
    assertThat(found.made().getFirst().bytes()).containsExactly(9);
    assertThat(found.classes().get("app.Server").bytes()).containsExactly(3, 4, 5);
    assertThat(found.classes().get("app.Server").generated().getFirst().bytes()).containsExactly(6);
    assertThat(found.classes().get("app.Server").isOf(new byte[] {1, 2})).isTrue();
    assertThat(found.classes().get("app.Server").isOf(new byte[] {1, 3})).isFalse();
    assertThat(found.classes().get("app.Plain").bytes()).isNull();
    assertThat(kept("other inputs").find()).isEmpty();
  }

  @Test
  void shouldFindNothingInADamagedFile() throws IOException {
    Kept first = kept("inputs");
    first.put(weaving());
    byte[] whole = Files.readAllBytes(file());
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 1;
      Files.write(file(), damaged);
      assertThat(kept("inputs").find()).as("byte %s", i).isEmpty();
      Files.write(file(), Arrays.copyOf(whole, i));
      Optional<Weaving> cut = kept("inputs").find();
      assertThat(cut.map(Weaving::classes).orElse(Map.of())).as("cut at %s", i).isEmpty();
    }
  }

  @Test
  void shouldBeReadableForItsUserAlone() throws IOException {
    kept("inputs").put(weaving());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("kept"))))
        .isEqualTo("rwx------");

    Files.setPosixFilePermissions(
        folder.resolve("kept"), PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> kept("inputs"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("others than this process's user may write there");
  }

  @Test
  void shouldKeepSixteenFiles() throws IOException {
    for (int i = 0; i < 20; i++) {
      kept("inputs " + i).put(weaving());
    }
    try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
      assertThat(files).hasSize(16);
    }
  }

  @Test
  void shouldKeepNothingWhereNoneIsAskedFor() {
    Kept none = Kept.in(Optional.of("none"), Optional.of("inputs"));
    none.put(weaving());
    none.add(LEFT);
    assertThat(none.find()).isEmpty();
  }
}
