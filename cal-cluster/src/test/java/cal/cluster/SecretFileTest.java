package cal.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A secret is its owner's alone, and long. */
@DisabledOnOs(OS.WINDOWS)
class SecretFileTest {
  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;

  /** A file as an operator leaves it, whatever the umask is. */
  static Path file(Path folder, String content, String permissions) throws IOException {
    Path file = Files.writeString(folder.resolve("secret"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private static String read(Path file) {
    return SecretFile.read(file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void shouldReadAFileOfItsOwnerAlone(String permissions) throws IOException {
    assertThat(read(file(folder, SECRET + "\n", permissions))).isEqualTo(SECRET);
    assertThat(SecretFile.read("none")).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
  void shouldRefuseAFileThatOthersMayReadOrWrite(String permissions) throws IOException {
    Path open = file(folder, SECRET, permissions);
    assertThatThrownBy(() -> read(open))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "cal.cluster.secret-file="
                + open
                + " is open to other users of this machine ("
                + permissions
                + "); give it to yourself alone: chmod 600 "
                + open);
  }

  /** As in a container whose user has only a number: its name is a question mark for Java. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void shouldRefuseAFileOfItsGroupWhereTheUserHasNoName() throws IOException {
    Path open = file(folder, SECRET, "rw-r-----");
    String name = System.setProperty("user.name", "?");
    try {
      assertThatThrownBy(() -> read(open)).isInstanceOf(ConfigurationException.class);
    } finally {
      System.setProperty("user.name", name);
    }
  }

  /** As Kubernetes mounts a secret for a process that is not root. */
  @Test
  void shouldLeaveTheGroupToAnotherOwner() throws IOException {
    Path mounted = file(folder, SECRET, "r--r-----");
    assumeTrue(System.getProperty("user.name").equals("root"), "needs root to give a file away");
    Files.setOwner(
        mounted,
        mounted.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    assertThat(read(mounted)).isEqualTo(SECRET);
  }

  @Test
  void shouldRefuseASecretThatIsShort() throws IOException {
    Path file = file(folder, "a secret of some length\n", "rw-------");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(
            "holds 23 characters; a secret has 32 at least: make one by openssl rand -hex 32");
  }
}
