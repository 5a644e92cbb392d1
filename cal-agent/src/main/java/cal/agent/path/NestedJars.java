package cal.agent.path;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * The classes inside an executable jar, which loads them by a class loader of its own: those of
 * {@code BOOT-INF/classes} and {@code BOOT-INF/lib}, or the same of {@code WEB-INF}. Stateless.
 */
final class NestedJars {
  private static final Pattern CLASS = Pattern.compile("(?:BOOT|WEB)-INF/classes/(.+)\\.class");
  private static final Pattern JAR = Pattern.compile("(?:BOOT|WEB)-INF/lib[^/]*/[^/]+\\.jar");

  private NestedJars() {}

  /** Looks at classes. */
  interface Visitor {
    /**
     * Looks at a class.
     *
     * @param name with dots
     * @return whether no other class is wanted
     */
    boolean visit(String name, Content content) throws IOException;
  }

  /** The bytes of a class file, read when they are wanted. */
  interface Content {
    byte[] bytes() throws IOException;
  }

  /**
   * Gives classes, by their names with dots, until a visitor has seen enough.
   *
   * @return whether one has
   */
  static boolean visit(Path jar, Visitor visitor) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      for (Enumeration<? extends ZipEntry> all = file.entries(); all.hasMoreElements(); ) {
        ZipEntry entry = all.nextElement();
        Matcher known = CLASS.matcher(entry.getName());
        if (known.matches()) {
          if (visitor.visit(known.group(1).replace('/', '.'), () -> read(file, entry))) {
            return true;
          }
        } else if (JAR.matcher(entry.getName()).matches() && visitLibrary(file, entry, visitor)) {
          return true;
        }
      }
    }
    return false;
  }

  private static byte[] read(ZipFile file, ZipEntry entry) throws IOException {
    try (InputStream in = file.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private static boolean visitLibrary(ZipFile file, ZipEntry library, Visitor visitor)
      throws IOException {
    try (ZipInputStream in = new ZipInputStream(file.getInputStream(library))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        String name = entry.getName();
        if (name.endsWith(ClassPath.CLASS) && !name.startsWith("META-INF/")) {
          String dotted =
              name.substring(0, name.length() - ClassPath.CLASS.length()).replace('/', '.');
          if (visitor.visit(dotted, in::readAllBytes)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
