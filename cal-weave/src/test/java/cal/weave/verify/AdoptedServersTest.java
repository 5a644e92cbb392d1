package cal.weave.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Servers of others are searched to the end, and nothing is cried. */
@Tag("measuring")
@Timeout(120)
class AdoptedServersTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nanohttpd | void fi.iki.elonen.NanoHTTPD.ClientHandler.run()"
            + " | void fi.iki.elonen.NanoHTTPD.ServerRunnable.run() | fi.iki.elonen..*",
        "MockFtpServer | void org.mockftpserver.core.session.Session+.run() | void"
            + " org.mockftpserver.core.server.AbstractFtpServer.run() | org.mockftpserver..*",
        "subethasmtp | void org.subethamail.smtp.server.Session.run()"
            + " | void org.subethamail.smtp.server.ServerThread.run()"
            + " | org.subethamail.smtp.server.TimeBasedSessionIdFactory",
        "h2 | void org.h2.server.TcpServerThread.run() | void org.h2.server.TcpServer.listen()"
            + " | org.h2.server.web..*",
        "h2 | void org.h2.server.web.WebThread.run() | void org.h2.server.web.WebServer.listen()"
            + " | org.h2.server.web..*",
        "h2 | void org.h2.server.pg.PgServerThread.run() | void org.h2.server.pg.PgServer.listen()"
            + " | org.h2.server.pg..*"
      })
  void shouldFindNoDeadlock(String jar, String client, String accept, String monitors)
      throws IOException {
    Path config =
        Files.writeString(
            folder.resolve("cal.yaml"),
            """
            stages:
              client: {spawn: "%s", model: thread-pool}
              accept: {spawn: "%s"}
            regions: {own: {monitors: %s}}
            """
                .formatted(client, accept, monitors));
    StringWriter said = new StringWriter();
    int status =
        new CommandLine(new VerifyCommand())
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(said, true))
            .execute("--config", config.toString(), jar(jar));

    assertThat(said.toString()).contains("\nfree of deadlock under these settings (");
    assertThat(status).isZero();
  }

  /** The jar on the class path that is named so. */
  private static String jar(String name) {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> Path.of(entry).getFileName().toString().startsWith(name + "-"))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not on the class path"));
  }
}
