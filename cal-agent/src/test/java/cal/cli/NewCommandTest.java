package cal.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recipes of bench build such a project by Maven. */
class NewCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int make(Path project) {
    return Cal.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("new", project.toString());
  }

  @Test
  void shouldNameAllAfterTheFolder() throws IOException {
    Path project = folder.resolve("My_Key store");

    assertThat(make(project)).as(err.toString()).isZero();

    assertThat(project.resolve("src/main/java/mykeystore/Server.java")).exists();
    assertThat(project.resolve("pom.xml"))
        .content()
        .contains("<artifactId>my-key-store<", "<mainClass>mykeystore.Server<");
    try (Stream<Path> files = Files.walk(project)) {
      assertThat(files.filter(Files::isRegularFile))
          .hasSize(7)
          .allSatisfy(
              file -> assertThat(file).content().doesNotContainPattern("\\b(PACKAGE|NAME)\\b"));
    }
    assertThat(out.toString().lines())
        .endsWith(
            "  cd '" + project + "'",
            "  mvn verify",
            "  java -Dcal.model=reactive -jar target/my-key-store.jar");
  }

  /** The versions, two modules, that of the tests, and the plugin. */
  @Test
  void shouldNameEachPartOfCalInOneLine() throws IOException {
    Path project = folder.resolve("small");
    make(project);

    List<String> lines = Files.readAllLines(project.resolve("pom.xml"));

    assertThat(lines.stream().filter(line -> line.contains("calaspects"))).hasSize(5);
  }

  /** A line without an end would fill the memory. */
  @Test
  void shouldMakeAServerThatRefusesALongLine() throws Exception {
    Path project = folder.resolve("small");
    make(project);
    Path classes = folder.resolve("classes");
    Path source = project.resolve("src/main/java/small/Connection.java");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), source.toString()))
        .isZero();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(listener.getInetAddress(), listener.getLocalPort());
        Socket accepted = listener.accept()) {
      client.setSoTimeout(60_000);
      Class<?> type = loader.loadClass("small.Connection");
      Constructor<?> made = type.getDeclaredConstructor(Socket.class);
      Method answer = type.getDeclaredMethod("answer");
      made.setAccessible(true);
      answer.setAccessible(true);
      Object connection = made.newInstance(accepted);

      client.getOutputStream().write("a\n".getBytes(UTF_8));
      assertThat(answer.invoke(connection)).isEqualTo(true);
      client.getOutputStream().write("b".repeat(1001).getBytes(UTF_8));
      assertThat(answer.invoke(connection)).isEqualTo(false);

      assertThat(client.getInputStream().readAllBytes())
          .asString(UTF_8)
          .isEqualTo("A\nERROR a line has at most 1000 letters\n");
    }
  }

  @Test
  void shouldLeaveAFolderAloneThatIsNotEmpty() throws IOException {
    Path mine = Files.writeString(folder.resolve("pom.xml"), "mine");

    assertThat(make(folder)).isEqualTo(2);

    assertThat(err.toString())
        .startsWith("cal: DIR=" + folder + " is not empty; name a new folder")
        .hasLineCount(1);
    assertThat(mine).hasContent("mine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"---", "7up", "class"})
  void shouldRefuseANameThatIsNoPackage(String name) {
    assertThat(make(folder.resolve(name))).isEqualTo(2);

    assertThat(err.toString()).contains("gives no name of a Java package").hasLineCount(1);
    assertThat(folder.resolve(name)).doesNotExist();
  }
}
