package cal.agent.top;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * All that another JVM needs to answer: a jar with {@link StatusAgent}, and a socket to connect to,
 * in a folder closed to everybody else. Gone after the close. For a single thread.
 *
 * @param folder made for this visit
 * @param listener at {@link #socket()}
 */
record Visit(Path folder, ServerSocketChannel listener) implements AutoCloseable {
  private static final Set<PosixFilePermission> ENTERED =
      PosixFilePermissions.fromString("rwx--x--x");

  /** Prepares for the user of a process: this one, unless root looks into another's. */
  static Visit to(long pid) throws IOException {
    Path folder = Files.createTempDirectory("cal-top");
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    Visit visit = new Visit(folder, listener);
    try {
      listener.bind(UnixDomainSocketAddress.of(visit.socket()));
      writeAgent(visit.agent());
      visit.giveTo(Path.of("/proc", String.valueOf(pid)));
      return visit;
    } catch (IOException | RuntimeException failure) {
      visit.close();
      throw failure;
    }
  }

  private static void writeAgent(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Agent-Class", StatusAgent.class.getName());
    String file = StatusAgent.class.getName().replace('.', '/') + ".class";
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        InputStream code = StatusAgent.class.getResourceAsStream("/" + file)) {
      entries.putNextEntry(new JarEntry(file));
      code.transferTo(entries);
    }
  }

  private void giveTo(Path process) throws IOException {
    if (Files.exists(process)) {
      UserPrincipal user = Files.getOwner(process);
      if (!user.equals(Files.getOwner(folder)) && Files.getOwner(folder).getName().equals("root")) {
        Files.setOwner(socket(), user);
        Files.setOwner(agent(), user);
        // The folder stays root's: what its owner puts in its place, root would delete in the end.
        Files.setPosixFilePermissions(folder, ENTERED);
      }
    }
  }

  Path agent() {
    return folder.resolve("agent.jar");
  }

  Path socket() {
    return folder.resolve("socket");
  }

  /** The connection of the agent, made before the end of its loading. */
  SocketChannel accept() throws IOException {
    return listener.accept();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    Files.deleteIfExists(socket());
    Files.deleteIfExists(agent());
    Files.deleteIfExists(folder);
  }
}
