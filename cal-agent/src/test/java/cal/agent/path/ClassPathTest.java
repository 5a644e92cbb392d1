package cal.agent.path;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent reads of a class path what the JDK's own class loader does, and ignores the rest. */
class ClassPathTest {
  @TempDir private Path folder;

  @Test
  void shouldNameMissingEntries() throws IOException {
    String there = write("there.jar", jar("gone.jar")).toString();
    String folders = folder + File.pathSeparator + folder + File.separator + "*";
    String gone = folder.resolve("nosuch.jar").toString();

    assertThat(ClassPath.missing(String.join(File.pathSeparator, there, "", folders, gone)))
        .containsExactly(gone);
  }

  private static byte[] jar(String classPath, String... classes) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (String name : classes) {
        jar.putNextEntry(new JarEntry(ClassPath.fileOf(name)));
      }
    }
    return bytes.toByteArray();
  }

  private Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  /** Whether the JDK finds a class there. */
  private static boolean finds(List<Path> entries, String name) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (Path entry : entries) {
      urls.add(entry.toUri().toURL());
    }
    try (URLClassLoader jdk = new URLClassLoader(urls.toArray(URL[]::new), null)) {
      return jdk.getResource(ClassPath.fileOf(name)) != null;
    }
  }

  private void assertReadAsByTheJdk(List<Path> entries, String... found) throws IOException {
    String text =
        entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    ClassPath read = ClassPath.of(text, folder.resolve("agent.jar"));

    assertThat(read.names()).containsExactly(found);
    for (int i = 1; i <= 9; i++) {
      String name = "app.C" + i;
      assertThat(read.names().contains(name)).as(name).isEqualTo(finds(entries, name));
    }
  }

  @Test
  void shouldIgnoreWhatTheJvmIgnores() throws Exception {
    Path unreadable = write("unreadable.jar", jar("", "app.C9"));
    List<Path> entries =
        new ArrayList<>(
            List.of(
                folder.resolve("missing.jar"),
                folder.resolve("missing/"),
                write("text.jar", "no zip".getBytes(UTF_8)),
                write("empty.jar", new byte[0]),
                write("cut.jar", Arrays.copyOf(jar("", "app.C9"), 60)),
                write("good.jar", jar("", "app.C1"))));
    Files.setPosixFilePermissions(unreadable, Set.of());
    if (!Files.isReadable(unreadable)) { // root reads all
      entries.add(unreadable);
    }

    assertReadAsByTheJdk(entries, "app.C1");
  }

  @Test
  void shouldReadAJarBehindAScript() throws Exception {
    byte[] script = "#!/bin/sh\nexec java -jar $0\n".getBytes(UTF_8);
    byte[] jar = jar("", "app.C1");
    byte[] both = Arrays.copyOf(script, script.length + jar.length);
    System.arraycopy(jar, 0, both, script.length, jar.length);

    assertReadAsByTheJdk(List.of(write("server", both)), "app.C1");
  }

  @Test
  void shouldReadWhatAManifestNamesAsTheJvmDoes() throws Exception {
    write("lib/two.jar", jar("../server.jar three.jar", "app.C2"));
    write("lib/three.jar", jar("", "app.C3"));
    write("lib/a[b].jar", jar("", "app.C4"));
    write("lib/a b.jar", jar("", "app.C5"));
    write("slash/app/C6.class", new byte[0]);
    write("none/app/C7.class", new byte[0]);
    write("lib/text.jar", "no zip".getBytes(UTF_8));
    Path server =
        write(
            "server.jar",
            jar(
                "lib/missing.jar lib/text.jar lib/two.jar lib/a[b].jar lib/a%20b.jar slash/ none"
                    + " http://127.0.0.1/none.jar "
                    + folder.resolve("lib/three.jar").toUri(),
                "app.C1"));

    assertReadAsByTheJdk(
        List.of(server), "app.C1", "app.C2", "app.C3", "app.C4", "app.C5", "app.C6");
  }

  @Test
  void shouldReadAFolderThroughLinks() throws Exception {
    write("real/app/C1.class", new byte[0]);
    write("more/C2.class", new byte[0]);
    Files.createSymbolicLink(folder.resolve("real/app/dead.class"), folder.resolve("nowhere"));
    Files.createSymbolicLink(folder.resolve("real/round"), folder.resolve("real"));
    Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("real"));
    Path packages = Files.createDirectories(folder.resolve("packages"));
    Files.createSymbolicLink(packages.resolve("app"), folder.resolve("more"));

    assertReadAsByTheJdk(List.of(folder.resolve("linked"), packages), "app.C1", "app.C2");
  }

  @Test
  void shouldLeaveAClassToTheJvmThatCannotBeRead() throws Exception {
    byte[] jar = jar("", "app.C1");
    Path broken = write("broken.jar", jar);
    // The local header of the class, which is read when its content is.
    byte[] name = "app/C1.class".getBytes(UTF_8);
    for (int at = 0; at < jar.length - name.length; at++) {
      if (Arrays.equals(jar, at, at + name.length, name, 0, name.length)) {
        jar[at - 30] = 0;
        break;
      }
    }
    Files.write(broken, jar);

    ClassPath read = ClassPath.of(broken.toString(), folder.resolve("agent.jar"));

    assertThat(read.names()).containsExactly("app.C1");
    assertThat(read.classes(all -> true)).isEmpty();
  }
}
