package cal.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Makes a jar of a folder of classes for servers in JVMs of their own. Stateless. */
public final class FolderJar {
  private FolderJar() {}

  /**
   * Makes the jar beside the folder. A server of another test process may have a former jar open:
   * the file of that jar stays as it is.
   *
   * @param folder of the classes
   * @param name of the jar
   * @param manifest of the jar; null for none
   * @return the jar
   */
  public static Path of(Path folder, String name, Manifest manifest) {
    try {
      Path part = Files.createTempFile(folder.toAbsolutePath().getParent(), name, ".part");
      try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(part))) {
        if (manifest != null) {
          out.putNextEntry(new JarEntry("META-INF/MANIFEST.MF"));
          manifest.write(out);
        }
        for (Path file : files(folder)) {
          out.putNextEntry(new JarEntry(folder.relativize(file).toString()));
          Files.copy(file, out);
        }
      }
      return Files.move(part, folder.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
