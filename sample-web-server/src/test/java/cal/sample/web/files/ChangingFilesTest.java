package cal.sample.web.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Client;
import cal.sample.web.LocalServer;
import cal.sample.web.http.Body;
import cal.sample.web.http.Output;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change between the look at them and the last byte of their answer. */
@Timeout(300)
class ChangingFilesTest {
  private static final String TEXT = "0123456789";
  private static final String GET = "GET /a.txt HTTP/1.1\r\nHost: a\r\n\r\n";

  @TempDir Path root;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = root.resolve("a.txt");
    LocalServer.write(file, TEXT);
  }

  private Body body(boolean transfer) throws IOException {
    return new Disk(root, 0, transfer).find("/a.txt").ok().body();
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  private static String sent(Body.Opened opened) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    opened.send(new Output(bytes, true));
    return bytes.toString(ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSendNoMoreThanTheHeadSaysOfAFileThatGrows(boolean transfer) throws Exception {
    try (Body.Opened opened = body(transfer).open(false)) {
      append("HTTP/1.1 200 OK");
      assertThat(sent(opened)).isEqualTo(TEXT);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndAConnectionWhoseFileShrinks(boolean transfer) throws Exception {
    try (Body.Opened opened = body(transfer).open(false)) {
      Files.writeString(file, "short");
      assertThatThrownBy(() -> sent(opened)).hasMessageContaining("shrunk");
    }
  }

  @Test
  void shouldSendAVersionToItsEndThoughAnotherHasTakenItsPlace() throws Exception {
    Body body = body(true);
    try (Body.Opened opened = body.open(false)) {
      Path other = root.resolve("other");
      Files.writeString(other, "another text");
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      assertThat(sent(opened)).isEqualTo(TEXT);
    }
    assertThatThrownBy(() -> body.open(false)).hasMessageContaining("has changed");
    try (Body.Opened asIs = body.open(true)) {
      assertThat(sent(asIs)).isEqualTo("another te");
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldGiveAFileBackWhoseLookFails() throws Exception {
    IllegalStateException failure = new IllegalStateException("a look's");
    Path unseen =
        (Path)
            Proxy.newProxyInstance(
                Path.class.getClassLoader(),
                new Class<?>[] {Path.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getFileSystem")) {
                    throw failure;
                  }
                  return method.invoke(file, arguments);
                });
    Body body = Resource.of(unseen, Disk.attributes(file), 0, true).ok().body();
    assertThatThrownBy(() -> body.open(false)).isSameAs(failure);
    for (File descriptor : new File("/proc/self/fd").listFiles()) {
      assertThat(descriptor.getCanonicalPath()).isNotEqualTo(file.toRealPath().toString());
    }
  }

  @Test
  void shouldAnswerByTheVersionThatIsThereWithinASecondToo() throws Exception {
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 0));
        Client client = server.connect()) {
      for (int i = 1; i < 50; i++) {
        append("x");
        assertThat(client.ask(GET).content()).isEqualTo(TEXT + "x".repeat(i));
      }
      Files.delete(file);
      assertThat(client.ask(GET).status()).isEqualTo(404);
    }
  }
}
