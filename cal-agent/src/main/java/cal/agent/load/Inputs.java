package cal.agent.load;

import cal.agent.binding.AopFiles;
import cal.agent.binding.Request;
import cal.agent.path.ClassPath;
import cal.agent.path.ZipDirectory;
import cal.agent.weaving.Lookups;
import cal.weave.record.RecordWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

/**
 * All inputs of a weaving, as text: this jar, the JDK, the request, and of the class path every
 * jar, and every file of a folder for weaving. Each has its name, size, time and a sum of its
 * content, since repeatable builds give all files the same time. The lookups of a class loader
 * below the system's are kept with each class ({@link Lookups}). Stateless.
 */
final class Inputs {
  private Inputs() {}

  /**
   * Describes the inputs of a weaving.
   *
   * @return empty where the agent is no jar, so single classes may change, or where the file of
   *     bindings is missing
   */
  static Optional<String> of(Request request, ClassPath classPath, Path ownJar) throws IOException {
    Optional<Path> config = request.config();
    if (!Files.isRegularFile(ownJar) || !config.map(Files::isRegularFile).orElse(true)) {
      return Optional.empty();
    }
    StringBuilder text = new StringBuilder("cal woven 3\n");
    add(ownJar, ZipDirectory.sum(ownJar), text);
    text.append(Runtime.version()).append(' ').append(System.getProperty("java.home"));
    text.append("\nmodules ").append(System.getProperty("jdk.module.path"));
    text.append("\nweave ").append(request.weave());
    text.append("\nadopt ").append(request.adopt());
    if (config.isPresent()) {
      text.append("\nconfig ").append(config.get()).append('\n');
      text.append(new String(Files.readAllBytes(config.get()), StandardCharsets.ISO_8859_1));
    }
    text.append('\n');
    for (Path entry : classPath.entries()) {
      if (Files.isDirectory(entry)) {
        text.append(entry).append('\n');
        for (String file : ClassPath.filesOf(entry)) {
          if (isRead(file)) {
            addFile(entry.resolve(file), text);
          }
        }
      } else {
        add(entry, ZipDirectory.sum(entry), text);
      }
    }
    return Optional.of(text.toString());
  }

  /** Whether a file of a folder has a part in weaving; a log or a page there has none. */
  private static boolean isRead(String file) {
    return file.endsWith(ClassPath.CLASS)
        || AopFiles.NAMES.contains(file)
        || file.equals(RecordWriter.RESOURCE);
  }

  /** An unreadable file is ignored, as in the JVM, until readable. */
  private static void addFile(Path file, StringBuilder text) throws IOException {
    CRC32 sum = new CRC32();
    if (Files.isReadable(file)) {
      sum.update(Files.readAllBytes(file));
    }
    add(file, sum.getValue(), text);
  }

  private static void add(Path file, long sum, StringBuilder text) throws IOException {
    BasicFileAttributes is = Files.readAttributes(file, BasicFileAttributes.class);
    text.append(file)
        .append(' ')
        .append(is.size())
        .append(' ')
        .append(is.lastModifiedTime().to(TimeUnit.NANOSECONDS))
        .append(' ')
        .append(Long.toHexString(sum))
        .append('\n');
  }
}
