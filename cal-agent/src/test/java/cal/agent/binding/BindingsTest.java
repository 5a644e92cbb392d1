package cal.agent.binding;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.agent.path.ClassPath;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BindingsTest {
  /** A plugin of a build that runs no goal says nothing. */
  @Test
  void shouldSayThatABuildHasWovenNothing(@TempDir Path folder) throws Exception {
    Path library = Files.createDirectories(folder.resolve("cal/core"));
    Files.write(library.resolve("ActivityCapture.class"), new byte[0]);
    Request none =
        new Request(Optional.empty(), List.of(), List.of(), Optional.empty(), Optional.empty());
    ClassPath classPath = ClassPath.of(folder.toString(), Path.of("cal.jar"));

    assertThatThrownBy(() -> Bindings.of(none, BindingFile.NONE, classPath))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("nothing says what is captured: ")
        .hasMessageContaining("cal-core is on the class path, and no META-INF/cal/captures")
        .hasMessageEndingWith("its cal-maven-plugin lacks an execution of the goal weave");
  }
}
