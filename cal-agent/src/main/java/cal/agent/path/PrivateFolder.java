package cal.agent.path;

import java.io.Closeable;
import java.io.IOException;
import java.io.Serial;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An open folder of this process's user, where nobody else may write. All files are named within
 * the open folder (openat), never by a path from the root: an exchange of the folder itself gains
 * nothing. For a single thread.
 */
public final class PrivateFolder implements Closeable {
  /** A folder or file possibly written by others. */
  public static final class Refused extends IOException {
    @Serial private static final long serialVersionUID = 1L;

    Refused(Object what, String why) {
      super(what + ": " + why);
    }
  }

  private static final Path STATUS = Path.of("/proc/self/status");

  private final Path path;
  private final SecureDirectoryStream<Path> open;
  private final UserPrincipal user;

  private PrivateFolder(Path path, SecureDirectoryStream<Path> open, UserPrincipal user) {
    this.path = path;
    this.open = open;
    this.user = user;
  }

  /**
   * Opens a folder, made if missing.
   *
   * @throws Refused if others may write there, or this system does not tell
   */
  @SuppressWarnings("StreamResourceLeak") // closed with what is returned
  public static PrivateFolder open(Path folder) throws IOException {
    Path path = folder.toAbsolutePath();
    make(path);
    DirectoryStream<Path> files = Files.newDirectoryStream(path);
    try {
      if (!(files instanceof SecureDirectoryStream<Path> open) || !Files.isReadable(STATUS)) {
        throw new Refused(path, "this system does not tell who may write there");
      }
      PrivateFolder opened = new PrivateFolder(path, open, user());
      opened.requireOwn();
      return opened;
    } catch (IOException | RuntimeException | Error refused) {
      files.close();
      throw refused;
    }
  }

  private static void make(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    if (folder.getParent() != null) {
      Files.createDirectories(folder.getParent());
    }
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (FileAlreadyExistsException another) {
      // Made by a server that is started at the same time, and looked at as any other.
    } catch (UnsupportedOperationException foreign) {
      throw new Refused(folder, "this system does not tell who may write there");
    }
  }

  /** By number: a user of a container has no name. The effective user, the owner of new files. */
  private static UserPrincipal user() throws IOException {
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith("Uid:")) {
        return STATUS
            .getFileSystem()
            .getUserPrincipalLookupService()
            .lookupPrincipalByName(line.split("\\s+")[2]);
      }
    }
    throw new IOException(STATUS + " names no user");
  }

  private void requireOwn() throws IOException {
    PosixFileAttributes is =
        open.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    requireOwn(path, is);
    BasicFileAttributes named =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!named.isDirectory() || !named.fileKey().equals(is.fileKey())) {
      throw new Refused(path, "it is a link, which others may have made; name the folder itself");
    }
  }

  private void requireOwn(Object what, PosixFileAttributes is) throws Refused {
    if (!is.owner().equals(user)) {
      throw new Refused(
          what, "it belongs to " + is.owner().getName() + ", and not to this process's user");
    }
    if (is.permissions().contains(PosixFilePermission.GROUP_WRITE)
        || is.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new Refused(what, "others than this process's user may write there");
    }
  }

  private PosixFileAttributeView view(String name) {
    return open.getFileAttributeView(
        Path.of(name), PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Finds the owner of a file. As nobody else may write in the folder, the file stays the same
   * until opened.
   */
  private long requireOwn(String name) throws IOException {
    PosixFileAttributes is = view(name).readAttributes();
    requireOwn(path.resolve(name), is);
    if (!is.isRegularFile()) {
      throw new Refused(path.resolve(name), "it is no file");
    }
    return is.size();
  }

  /**
   * Reads a file.
   *
   * @throws Refused if possibly written by others
   * @throws NoSuchFileException if the file is missing
   */
  public byte[] read(String name, int most) throws IOException {
    long size = requireOwn(name);
    if (size > most) {
      throw new IOException(name + " is too large");
    }
    ByteBuffer content = ByteBuffer.allocate((int) size);
    try (SeekableByteChannel in = open(name, Set.of(StandardOpenOption.READ))) {
      int read;
      do {
        read = in.read(content);
      } while (read >= 0 && content.hasRemaining());
    }
    byte[] read = new byte[content.position()];
    content.flip().get(read);
    return read;
  }

  /** Writes a file, for its user alone, in place of the old file: whole or not at all. */
  public void write(String name, byte[] content) throws IOException {
    String beside =
        name + "." + ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());
    try {
      try (SeekableByteChannel out =
          open(beside, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW))) {
        write(out, content);
      }
      open.move(Path.of(beside), open, Path.of(name));
    } catch (IOException failure) {
      delete(beside);
      throw failure;
    }
  }

  /**
   * Adds to a file, in one write, so writes of two processes do not mix.
   *
   * @return whether it fits
   */
  public boolean append(String name, byte[] content, int most) throws IOException {
    if (requireOwn(name) + content.length > most) {
      return false;
    }
    try (SeekableByteChannel out =
        open(name, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND))) {
      write(out, content);
    }
    return true;
  }

  private static void write(SeekableByteChannel out, byte[] content) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(content);
    while (left.hasRemaining()) {
      out.write(left);
    }
  }

  private SeekableByteChannel open(String name, Set<StandardOpenOption> how) throws IOException {
    Set<OpenOption> options = new HashSet<>(how);
    options.add(LinkOption.NOFOLLOW_LINKS);
    return open.newByteChannel(
        Path.of(name),
        options,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /** The names of the files; once. */
  public List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try {
      open.forEach(file -> names.add(file.getFileName().toString()));
    } catch (DirectoryIteratorException failure) {
      throw failure.getCause();
    }
    return names;
  }

  public FileTime lastUsed(String name) {
    try {
      return view(name).readAttributes().lastModifiedTime();
    } catch (IOException removed) {
      return FileTime.fromMillis(0);
    }
  }

  public void use(String name) throws IOException {
    view(name).setTimes(FileTime.fromMillis(System.currentTimeMillis()), null, null);
  }

  /** Deletes a damaged or surplus file. The next start finds a remaining file again. */
  public void delete(String name) {
    try {
      open.deleteFile(Path.of(name));
    } catch (NoSuchFileException gone) {
      // As it should be.
    } catch (IOException stays) {
      System.getLogger("cal").log(System.Logger.Level.DEBUG, "cannot delete " + name, stays);
    }
  }

  @Override
  public void close() throws IOException {
    open.close();
  }
}
