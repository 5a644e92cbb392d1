package cal.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointcutPlaceTest {
  @TempDir private Path folder;

  @Test
  void shouldFindThePointcutOfANestedAspect() throws IOException {
    Path file = folder.resolve("EchoActivities.aj");
    Files.writeString(
        file,
        """
        aspect EchoActivities {
          static aspect Accept extends ActivityCapture {
            protected pointcut captureOnInvocation(): call(boolean S.accept());
          }
          static aspect Connection extends ActivityCapture {

            protected pointcut captureOnInvocation(): call(boolean C.serve());
          }
        }
        """);

    assertThat(
            PointcutPlace.of(
                "cal: binding acme.EchoActivities$Connection: pointcut captureOnInvocation matches"
                    + " no call",
                folder))
        .isEqualTo(file + ":[7] ");
    assertThat(PointcutPlace.of("cal: something else", folder)).isEmpty();
  }

  @Test
  void shouldFindTheEntryOfAFileOfBindings() throws IOException {
    Path file = folder.resolve("cal.yaml");
    Files.writeString(
        file,
        """
        # connection: a comment
        stages:
          accept:
            spawn: boolean S.accept()
          connection:
            model: virtual
            spawn: boolean C.serve()
        """);

    assertThat(PointcutPlace.of("cal: cal.yaml: stages.connection.spawn matches no call", file))
        .isEqualTo(file + ":[7] ");
    assertThat(PointcutPlace.of("cal: something else", file)).isEqualTo(file + ": ");
  }
}
