package cal.agent.weaving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.agent.path.PrivateFolder;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The weaving of an earlier start is used if it is the same, whole and nobody else's. */
class WeavingCacheTest {
  private static final Woven CHANGED =
      new Woven(
          "app.Server",
          new byte[] {1, 2},
          new byte[] {3, 4, 5},
          List.of(new Woven.Generated("app.Server$Closure", new byte[] {6})),
          Lookups.OF_SYSTEM);

  private static final Woven LEFT =
      new Woven(
          "app.Plain",
          new byte[] {7},
          null,
          List.of(),
          new Lookups("1-2", Map.of("app/Other.class", 8L)));

  private final List<String> warnings = new ArrayList<>();

  @TempDir Path folder;

  private WeavingCache cache(String inputs) {
    return WeavingCache.in(
        Optional.of(folder.resolve("kept").toString()), Optional.of(inputs), warnings::add);
  }

  private static WovenServer weaving() {
    return new WovenServer(
        Map.of("cal.model", "virtual"),
        List.of("app..*"),
        true,
        List.of("binding app.B b", "  pointcut p q"),
        List.of(new Woven.Generated("cal.binding.B", new byte[] {9})),
        List.of(CHANGED));
  }

  private Path file() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
      return files.findFirst().orElseThrow();
    }
  }

  @Test
  void shouldFindWhatWasPutAndAdded() {
    WeavingCache first = cache("inputs");
    assertThat(first.find()).isEmpty();
    first.put(weaving());
    first.add(LEFT);

    WovenServer found = cache("inputs").find().orElseThrow();

    assertThat(found.settings()).isEqualTo(weaving().settings());
    assertThat(found.scope()).isEqualTo(weaving().scope());
    assertThat(found.record()).isEqualTo(weaving().record());
    assertThat(found.adoptsOnly()).isTrue();
    assertThat(found.made().getFirst().bytes()).containsExactly(9);
    Woven changed = found.classes().getFirst();
    assertThat(changed.bytes()).containsExactly(3, 4, 5);
    assertThat(changed.generated().getFirst().bytes()).containsExactly(6);
    assertThat(changed.isOf(new byte[] {1, 2})).isTrue();
    assertThat(changed.isOf(new byte[] {1, 3})).isFalse();
    Woven left = found.classes().getLast();
    assertThat(left.name()).isEqualTo("app.Plain");
    assertThat(left.bytes()).isNull();
    assertThat(left.lookups()).isEqualTo(LEFT.lookups());
    assertThat(cache("other inputs").find()).isEmpty();
  }

  @Test
  void shouldFindNothingInADamagedFile() throws IOException {
    WeavingCache first = cache("inputs");
    first.put(weaving());
    byte[] whole = Files.readAllBytes(file());
    for (int i = 0; i < whole.length; i++) {
      byte[] damaged = whole.clone();
      damaged[i] ^= 1;
      Files.write(file(), damaged);
      assertThat(cache("inputs").find()).as("byte %s", i).isEmpty();
      Files.write(file(), Arrays.copyOf(whole, i));
      Optional<WovenServer> cut = cache("inputs").find();
      assertThat(cut.map(WovenServer::classes).orElse(List.of())).as("cut at %s", i).isEmpty();
    }
  }

  private static void permit(Path file, String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void shouldBeReadableForItsUserAlone() throws IOException {
    cache("inputs").put(weaving());

    assertThat(permissions(folder.resolve("kept"))).isEqualTo("rwx------");
    assertThat(permissions(file())).isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx----w-"})
  void shouldRefuseAFolderThatOthersMayWriteTo(String permissions) throws IOException {
    cache("inputs").put(weaving());
    permit(folder.resolve("kept"), permissions);

    assertThatThrownBy(() -> cache("inputs"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("others than this process's user may write there");
  }

  @Test
  void shouldRefuseAFolderThatIsALink() throws IOException {
    Files.createDirectory(folder.resolve("real"));
    permit(folder.resolve("real"), "rwx------");
    Files.createSymbolicLink(folder.resolve("kept"), folder.resolve("real"));

    assertThatThrownBy(() -> cache("inputs"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("it is a link");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw--w----", "rw-----w-"})
  void shouldNotReadAFileThatOthersMayWriteTo(String permissions) throws IOException {
    cache("inputs").put(weaving());
    permit(file(), permissions);

    WeavingCache again = cache("inputs");
    assertThat(again.find()).isEmpty();
    assertThat(warnings)
        .containsExactly(
            "what was woven earlier is not used: "
                + file()
                + ": others than this process's user may write there");

    again.put(weaving());
    assertThat(permissions(file())).isEqualTo("rw-------");
    assertThat(cache("inputs").find()).isPresent();
  }

  @Test
  void shouldNotFollowALink() throws IOException {
    cache("inputs").put(weaving());
    Path file = file();
    Files.move(file, folder.resolve("elsewhere"));
    Files.createSymbolicLink(file, folder.resolve("elsewhere"));

    assertThat(cache("inputs").find()).isEmpty();
  }

  /** The owner of the folder above may rename it at any time. */
  @Test
  void shouldGoOnInTheFolderThatWasLookedAt() throws IOException {
    Path path = folder.resolve("kept");
    try (PrivateFolder open = PrivateFolder.open(path)) {
      open.write("file", new byte[] {1});
      Files.move(path, folder.resolve("moved"));
      Files.createDirectory(path);
      Files.write(path.resolve("file"), new byte[] {2});

      assertThat(open.read("file", 10)).containsExactly(1);
      open.write("file", new byte[] {3});
    }
    assertThat(path.resolve("file")).hasBinaryContent(new byte[] {2});
    assertThat(folder.resolve("moved/file")).hasBinaryContent(new byte[] {3});
  }

  /** In a container, the list of users often has no entry for the one that runs. */
  @Test
  void shouldKeepForAUserWithoutAName() {
    String name = System.getProperty("user.name");
    System.setProperty("user.name", "?");
    try {
      cache("inputs").put(weaving());

      assertThat(cache("inputs").find()).isPresent();
    } finally {
      System.setProperty("user.name", name);
    }
  }

  @Test
  void shouldNotUseAFolderOfAnotherUser() throws IOException {
    cache("inputs").put(weaving());
    Path file = file();
    boolean mayGiveAway = System.getProperty("user.name").equals("root");
    assumeTrue(mayGiveAway, "only root may give a file to another user");
    Files.setAttribute(file, "unix:uid", 4711);

    assertThat(cache("inputs").find()).isEmpty();
    assertThat(warnings).singleElement().asString().contains("it belongs to 4711");

    Files.setAttribute(folder.resolve("kept"), "unix:uid", 4711);
    assertThatThrownBy(() -> cache("inputs")).hasMessageContaining("it belongs to 4711");
  }

  @Test
  void shouldMakeNoFolderBesideTheServerForAUserWithoutAHome() throws IOException {
    assertThat(WeavingCache.usersFolder("", "/home/me")).isEqualTo(Path.of("/home/me/.cache/cal"));
    assertThat(WeavingCache.usersFolder("/caches", "?")).isEqualTo(Path.of("/caches/cal"));
    assertThatThrownBy(() -> WeavingCache.usersFolder(null, "?"))
        .hasMessage("?/.cache is not named from the root");
  }

  @Test
  void shouldKeepSixteenFiles() throws IOException {
    for (int i = 0; i < 20; i++) {
      cache("inputs " + i).put(weaving());
    }
    try (Stream<Path> files = Files.list(folder.resolve("kept"))) {
      assertThat(files).hasSize(16);
    }
  }

  @Test
  void shouldKeepNothingWhereNoneIsAskedFor() {
    WeavingCache none = WeavingCache.in(Optional.of("none"), Optional.of("inputs"), warnings::add);
    none.put(weaving());
    none.add(LEFT);
    assertThat(none.find()).isEmpty();
  }

  @Test
  void shouldStartAnewAfterAFullFile() {
    WeavingCache first = cache("inputs");
    first.put(weaving());
    first.add(new Woven("app.Large", new byte[32 << 20], null, List.of(), Lookups.OF_SYSTEM));

    assertThat(cache("inputs").find()).isEmpty();
  }
}
