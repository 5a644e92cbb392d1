package cal.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code new}: makes a project with a small server. Not thread-safe. */
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a small server: its binding, a test under every model, a build and a Dockerfile.",
      ""
    },
    footer = {"", "Examples:", "  ${ROOT-COMMAND-NAME} new my-server"})
final class NewCommand implements Callable<Integer> {
  private static final String TEMPLATES = "/META-INF/cal/new/";

  /** Each template, with the folder in the project. */
  private static final Map<String, String> FOLDERS =
      Map.of(
          "pom.xml", "",
          "cal.yaml", "",
          "Dockerfile", "",
          "README.md", "",
          "Server.java", "src/main/java/PACKAGE",
          "Connection.java", "src/main/java/PACKAGE",
          "ServerTest.java", "src/test/java/PACKAGE");

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description = "a new or empty folder, whose name is that of the server")
  private Path folder;

  @Override
  public Integer call() {
    String name = name();
    String inJava = name.replace("-", "");
    if (!SourceVersion.isName(inJava)) {
      throw mistake("gives no name of a Java package; take one such as my-server");
    }
    try {
      requireEmpty();
      for (Map.Entry<String, String> each : FOLDERS.entrySet()) {
        Path target = folder.resolve(each.getValue().replace("PACKAGE", inJava));
        Files.createDirectories(target);
        Files.writeString(
            target.resolve(each.getKey()),
            template(each.getKey())
                .replaceAll("\\bPACKAGE\\b", inJava)
                .replaceAll("\\bNAME\\b", name));
      }
    } catch (IOException failure) {
      throw mistake("cannot be written: " + failure);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.println("A server, its binding cal.yaml, and a test under every model. Next, by a JDK 25:");
    for (String command :
        List.of(
            "cd " + Java.quoted(folder.toString()),
            "mvn verify",
            "java -Dcal.model=reactive -jar target/" + name + ".jar")) {
      out.println("  " + command);
    }
    return 0;
  }

  /** Letters, digits and hyphens of the folder's name. */
  private String name() {
    Path last = folder.toAbsolutePath().normalize().getFileName();
    return String.valueOf(last)
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9]+", "-")
        .replaceAll("^-|-$", "");
  }

  private void requireEmpty() throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> there = Files.list(folder)) {
        if (there.findAny().isPresent()) {
          throw mistake("is not empty; name a new folder");
        }
      }
    }
  }

  private static String template(String name) throws IOException {
    try (InputStream in = NewCommand.class.getResourceAsStream(TEMPLATES + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), "DIR=" + folder + " " + sentence);
  }
}
