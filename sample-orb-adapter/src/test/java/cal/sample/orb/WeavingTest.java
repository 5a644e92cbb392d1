package cal.sample.orb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The build's weaver, told what the build tells it, over another JacORB. */
class WeavingTest {
  /** The class that the aspect {@code Backlog} advises. */
  private static final String LISTENING = "org/jacorb/orb/factory/DefaultServerSocketFactory.class";

  /** The classes that aspects advise; the others stay as they are. */
  private static final Pattern ADVISED =
      Pattern.compile("org/jacorb/(config|poa|orb(/dsi|/factory|/giop|/iiop)?)/[^/]+");

  private static final long SECONDS = 120;

  @TempDir private Path folder;

  @Tag("measuring")
  @Test
  void shouldFailWhereAdviceMatchesNothing() throws Exception {
    String inpath =
        String.join(
            File.pathSeparator,
            "target/classes",
            System.getProperty("plain.upload.sample"),
            without(LISTENING, onClassPath("/jacorb-3")).toString());
    Process ajc = weave(inpath);

    assertThat(ajc.waitFor(SECONDS, TimeUnit.SECONDS)).as("the end of ajc").isTrue();
    String complaints = Files.readString(folder.resolve("ajc.txt"));
    assertThat(complaints)
        .contains("advice defined in cal.sample.orb.adapter.Backlog has not been applied")
        .endsWith("2 errors" + System.lineSeparator());
    assertThat(ajc.exitValue()).as(complaints).isNotZero();
  }

  private Process weave(String inpath) throws IOException {
    List<String> ajc = Drill.java();
    ajc.addAll(List.of("-cp", System.getProperty("ajc.jar"), "org.aspectj.tools.ajc.Main"));
    ajc.addAll(List.of("--release", System.getProperty("jdk.version")));
    ajc.add(System.getProperty("ajc.errors"));
    ajc.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    ajc.addAll(List.of("-inpath", inpath));
    ajc.addAll(List.of("-aspectpath", onClassPath("/cal-core/").toString()));
    ajc.addAll(List.of("-sourceroots", "src/main/aspect"));
    ajc.addAll(List.of("-d", folder.resolve("woven").toString()));
    return new ProcessBuilder(ajc)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("ajc.txt").toFile())
        .start();
  }

  private static Path onClassPath(String name) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.contains(name))
        .map(Path::of)
        .findFirst()
        .orElseThrow();
  }

  /** The advised classes of a jar, without one. */
  private Path without(String name, Path whole) throws IOException {
    Path other = folder.resolve("jacorb.jar");
    try (JarFile jar = new JarFile(whole.toFile());
        OutputStream file = Files.newOutputStream(other);
        JarOutputStream out = new JarOutputStream(file)) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (ADVISED.matcher(entry.getName()).matches() && !entry.getName().equals(name)) {
          out.putNextEntry(new JarEntry(entry.getName()));
          try (InputStream in = jar.getInputStream(entry)) {
            in.transferTo(out);
          }
        }
      }
    }
    return other;
  }
}
