package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WeavingTest {
  @TempDir private Path folder;

  /** A file of properties is in ISO 8859-1, whichever encoding the project has. */
  @Test
  void shouldPutTheModelIntoSettingsThatAreNotInUtf8() throws Exception {
    Path settings = folder.resolve("cal.properties");
    String others = "# M\u00fcller's settings\ncal.max-in-flight=7\n";
    Files.writeString(settings, "cal.model=thread\n" + others, StandardCharsets.ISO_8859_1);

    Weaving.putModel(settings, "virtual");

    assertThat(settings)
        .usingCharset(StandardCharsets.ISO_8859_1)
        .hasContent(others + "cal.model=virtual\n");
  }
}
