package cal.sample.web.files;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.sample.web.Client;
import cal.sample.web.Client.Answer;
import cal.sample.web.LocalServer;
import cal.sample.web.http.Body;
import cal.sample.web.http.Dates;
import cal.sample.web.http.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change between the look at them and the last byte of their answer. */
@Timeout(300)
class ChangingFilesTest {
  private static final String TEXT = "0123456789";

  /** More than leaves after the last look at the file. */
  private static final String LONG = TEXT.repeat(1_000);

  @TempDir Path root;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    file = root.resolve("a.txt");
    LocalServer.write(file, TEXT);
  }

  private Disk disk(int inMemory) throws IOException {
    return disk(inMemory, true);
  }

  private Disk disk(int inMemory, boolean transfer) throws IOException {
    return new Disk(root, "index.html", inMemory, transfer);
  }

  private Body.Opened open(boolean transfer) throws IOException {
    return disk(0, transfer).find("/a.txt").identity().ok().body().open(false);
  }

  private static String get(String... fields) {
    return "GET /a.txt HTTP/1.1\r\nHost: a\r\n" + String.join("", fields) + "\r\n";
  }

  private void append(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.APPEND);
  }

  private static String sent(Body.Opened opened) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Output out = new Output(bytes, true);
    opened.send(out);
    assertThat(out.sent()).isEqualTo(bytes.size());
    return bytes.toString(ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldSendNoMoreThanTheHeadSaysOfAFileThatGrows(boolean transfer) throws Exception {
    LocalServer.write(file, LONG);
    try (Body.Opened opened = open(transfer)) {
      append("HTTP/1.1 200 OK");
      assertThat(sent(opened)).isEqualTo(LONG);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndAConnectionWhoseFileShrinks(boolean transfer) throws Exception {
    LocalServer.write(file, LONG);
    try (Body.Opened opened = open(transfer)) {
      Files.writeString(file, "short");
      assertThatThrownBy(() -> sent(opened)).hasMessageContaining("shrunk");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldKeepTheEndOfAFileThatIsWrittenOver(boolean transfer) throws Exception {
    LocalServer.write(file, LONG);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Body.Opened opened = open(transfer)) {
      Files.writeString(file, LONG.replace('0', 'x'));
      Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(1)));
      assertThatThrownBy(() -> opened.send(new Output(bytes, true)))
          .hasMessageContaining("written over");
    }
    assertThat(bytes.size()).isLessThan(LONG.length());
  }

  @Test
  void shouldSendAVersionToItsEndThoughAnotherHasTakenItsPlace() throws Exception {
    LocalServer.write(file, LONG);
    try (Body.Opened opened = open(true)) {
      Path other = root.resolve("other");
      Files.writeString(other, LONG.replace('0', 'x'));
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      assertThat(sent(opened)).isEqualTo(LONG);
    }
  }

  @Test
  void shouldOpenAnotherVersionOnlyIfItIsTheSameFileWithMore() throws Exception {
    Body body = disk(0).find("/a.txt").identity().ok().body();
    append("more");
    assertThatThrownBy(() -> body.open(false)).isInstanceOf(IOException.class);
    try (Body.Opened opened = body.open(true)) {
      assertThat(sent(opened)).isEqualTo(TEXT);
    }
    Files.writeString(file, "short");
    assertThatThrownBy(() -> body.open(true)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldAnswerByTheVersionThatIsThereWithinASecondToo() throws Exception {
    try (LocalServer server = LocalServer.of(LocalServer.pipeline(root, 0));
        Client client = server.connect()) {
      String tag = client.ask(get()).field("ETag");
      for (int i = 1; i < 50; i++) {
        append("x");
        assertThat(client.ask(get()).content()).isEqualTo(TEXT + "x".repeat(i));
      }
      Path other = root.resolve("other");
      Files.writeString(other, "abcdefghij");
      Files.setLastModifiedTime(other, FileTime.from(Instant.ofEpochSecond(1)));
      Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
      Answer whole = client.ask(get("Range: bytes=0-4\r\nIf-Range: " + tag + "\r\n"));
      assertThat(whole.status()).isEqualTo(200);
      assertThat(whole.content()).isEqualTo("abcdefghij");
      assertThat(whole.field("ETag")).isNotEqualTo(tag);
      Files.delete(file);
      assertThat(client.ask(get()).status()).isEqualTo(404);
    }
  }

  @Test
  void shouldNotSendAFileOutsideThatALinkPutInTheOnesPlace(@TempDir Path outside) throws Exception {
    Body body = disk(0).find("/a.txt").identity().ok().body();
    Path secret = outside.resolve("secret");
    Files.writeString(secret, "secret 789");
    Files.setLastModifiedTime(secret, Files.getLastModifiedTime(file));
    Files.delete(file);
    Files.createSymbolicLink(file, secret);
    assertThatThrownBy(() -> body.open(true)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldReadASmallFileAsItIsWhenItIsReadAgain() throws Exception {
    FileVersion version = new FileVersion(file, Disk.attributes(file), false);
    assertThat(version.read(false)).asString(ISO_8859_1).isEqualTo(TEXT);
    append("more");
    assertThatThrownBy(() -> version.read(false)).isInstanceOf(IOException.class);
    assertThat(version.read(true)).asString(ISO_8859_1).isEqualTo(TEXT);
  }

  @Test
  void shouldGiveEachCodingATagOfItsOwn() throws Exception {
    for (String name : List.of("a.txt", "a.txt.gz", "a.txt.br")) {
      LocalServer.write(root.resolve(name), TEXT);
      FileTime time = FileTime.from(Instant.ofEpochSecond(1_000_000));
      Files.setLastModifiedTime(root.resolve(name), time);
    }
    Resource resource = disk(100).find("/a.txt");
    assertThat(resource.encoded())
        .extracting(Representation::etag)
        .hasSize(2)
        .doesNotHaveDuplicates()
        .doesNotContain(resource.identity().etag());
  }

  @Test
  void shouldNoticeThatACompressedFormCanBeRead() throws Exception {
    Path zipped = root.resolve("a.txt.gz");
    LocalServer.write(zipped, "zipped");
    Files.setPosixFilePermissions(zipped, PosixFilePermissions.fromString("---------"));
    boolean all = Files.isReadable(zipped);
    Resource before = disk(100).find("/a.txt");
    assertThat(before.encoded()).hasSize(all ? 1 : 0);
    Files.setPosixFilePermissions(zipped, PosixFilePermissions.fromString("rw-------"));
    assertThat(before.isFresh(Dates.now() + 1)).isEqualTo(all);
  }
}
