package cal.cluster;

import static java.nio.file.attribute.PosixFilePermission.GROUP_READ;
import static java.nio.file.attribute.PosixFilePermission.GROUP_WRITE;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_READ;
import static java.nio.file.attribute.PosixFilePermission.OTHERS_WRITE;

import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The file with the secret of a cluster. Stateless. */
final class SecretFile {
  /**
   * The least characters of a secret. A dialling member sends a keyed hash to any listener, and the
   * listener may try guesses against the hash: nothing but chance makes a secret safe.
   */
  static final int LEAST = 32;

  private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(OTHERS_READ, OTHERS_WRITE);
  private static final Set<PosixFilePermission> OF_GROUP = EnumSet.of(GROUP_READ, GROUP_WRITE);

  private SecretFile() {}

  /**
   * Reads the secret.
   *
   * @param file named by {@code cal.cluster.secret-file}
   * @return null where there is to be none
   * @throws ConfigurationException if other users may read the file too, or the secret is short
   */
  static String read(String file) {
    if (file.equals(ClusterSettings.NONE)) {
      return null;
    }
    try {
      requireOwn(file);
      String content = Files.readString(Path.of(file)).strip();
      if (content.length() < LEAST) {
        throw mistake(
            file,
            "holds %d characters; a secret has %d at least: make one by openssl rand -hex 32"
                .formatted(content.length(), LEAST));
      }
      return content;
    } catch (IOException unreadable) {
      throw new ConfigurationException(
          "cal.cluster.secret-file=" + file + " cannot be read: " + unreadable, unreadable);
    }
  }

  /**
   * As ssh does, a group's permissions are looked at where the owner is this process's user:
   * another owner chose the group. Kubernetes mounts files so.
   */
  private static void requireOwn(String file) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(Path.of(file), PosixFileAttributeView.class);
    if (view == null) {
      return; // Windows has other means
    }
    PosixFileAttributes attributes = view.readAttributes();
    Set<PosixFilePermission> given = attributes.permissions();
    boolean own = isThisUser(attributes.owner());
    if (!Collections.disjoint(given, OF_OTHERS)
        || (own && !Collections.disjoint(given, OF_GROUP))) {
      throw mistake(
          file,
          "is open to other users of this machine (%s); give it to yourself alone: chmod 600 %s"
              .formatted(PosixFilePermissions.toString(given), file));
    }
  }

  /** By number where the system tells the number: a user of a container may have no name. */
  private static boolean isThisUser(UserPrincipal owner) throws IOException {
    Path self = Path.of("/proc/self");
    return Files.exists(self)
        ? owner.equals(Files.getOwner(self))
        : owner.getName().equals(System.getProperty("user.name"));
  }

  private static ConfigurationException mistake(String file, String what) {
    return new ConfigurationException("cal.cluster.secret-file=" + file + " " + what);
  }
}
