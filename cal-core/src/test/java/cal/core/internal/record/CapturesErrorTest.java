package cal.core.internal.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.core.internal.start.Validation;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The weaver's record, read back: whole, damaged, missing. */
class CapturesErrorTest {
  @TempDir private Path folder;

  private Captures load(String record) throws IOException {
    Path file = folder.resolve(Captures.RESOURCE);
    Files.createDirectories(file.getParent());
    Files.writeString(file, record);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      return Captures.load(loader);
    }
  }

  @Test
  void shouldReadWhatWasWritten() throws IOException {
    Captures captures =
        load(
            """
            binding a.ServerActivities$Connection connection
              pointcut captureOnInvocation call(boolean Connection.serve())
              spawn a.Server.run(Server.java:7) boolean a.Connection.serve()
            binding a.ServerActivities$Store store
              handoff a.Connection.serve(Connection.java:9) void a.Store.put(byte[])
            """);
    assertThat(captures.bindings())
        .containsExactly("a.ServerActivities$Connection", "a.ServerActivities$Store");
    assertThat(captures.of("a.ServerActivities$Connection"))
        .hasToString("[spawn a.Server.run(Server.java:7) boolean a.Connection.serve()]");
    assertThat(captures.onlyHandsOff("a.ServerActivities$Store")).isTrue();
    assertThat(captures.onlyHandsOff("a.ServerActivities$Connection")).isFalse();
    assertThat(captures.cancels("a.ServerActivities$Connection")).isFalse();
    assertThat(captures.of("a.Other")).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "binding",
        "binding a.B b\nspwan a.Server.run(Server.java:7) boolean a.Connection.serve()",
        "binding a.B b\nspawn a.Server.run(Server.java:7)",
        "binding a.B b\nspawn"
      })
  void shouldSayThatARecordIsDamaged(String record) {
    assertThatThrownBy(() -> load(record))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(Captures.RESOURCE)
        .hasMessageContaining("is damaged")
        .hasMessageEndingWith("build the artifact again");
  }

  @Test
  void shouldFindNoBindingWhereThereIsNoRecord() throws IOException {
    try (URLClassLoader loader = new URLClassLoader(new URL[0], null)) {
      assertThat(Captures.load(loader).bindings()).isEmpty();
    }
  }

  /** The record is found wherever it stands, a class only where it stands first. */
  @ParameterizedTest
  @ValueSource(strings = {"a/ServerActivities.class", "a/Server.class", "a/Tally.class"})
  void shouldNotTakePlainClassesForWovenOnes(String plainClass) throws IOException {
    Path plain = folder.resolve("plain");
    Path woven = folder.resolve("woven");
    for (String name : List.of("ServerActivities", "Server", "ServerRegions", "Tally")) {
      file(woven.resolve("a/" + name + ".class"), "a/ServerActivities a/ServerRegions");
    }
    file(
        woven.resolve(Captures.RESOURCE),
        """
        binding a.ServerActivities server
          spawn a.Server.run(Server.java:7) boolean a.Connection.serve()
        regions a.ServerRegions
          region a.Tally.count(Tally.java) Tally.count(..)
        """);
    file(plain.resolve("other.txt"), "");
    URL[] path = {plain.toUri().toURL(), woven.toUri().toURL()};
    try (URLClassLoader loader = new URLClassLoader(path, null)) {
      assertThat(Validation.requireCaptures(loader).regions()).hasSize(1);
      file(plain.resolve(plainClass), "");
      assertThatThrownBy(() -> Validation.requireCaptures(loader))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll(path[0] + plainClass, "not from the woven " + path[1]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a/Server.class", "a/Tally.class"})
  void shouldSeeThatAClassWasCompiledAgain(String compiledAgain) throws IOException {
    for (String name : List.of("Server", "Tally")) {
      file(folder.resolve("a/" + name + ".class"), "a/ServerActivities a/ServerRegions");
    }
    file(
        folder.resolve(Captures.RESOURCE),
        """
        binding a.ServerActivities server
          spawn a.Server.run(Server.java:7) boolean a.Connection.serve()
        regions a.ServerRegions
          region a.Tally.count(Tally.java) Tally.count(..)
        """);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertThat(Validation.requireCaptures(loader).regions()).hasSize(1);
      file(folder.resolve(compiledAgain), "plain");
      assertThatThrownBy(() -> Validation.requireCaptures(loader))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll(compiledAgain, "is not woven", "mvn clean verify");
    }
  }

  private static void file(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
