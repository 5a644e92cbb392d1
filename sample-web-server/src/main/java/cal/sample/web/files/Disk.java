package cal.sample.web.files;

import cal.sample.web.http.Dates;
import cal.sample.web.http.Response;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The files below a root. Regular files only, and only where symbolic links may lead. Immutable.
 *
 * <p>A file replaced by a link between check and use is not noticed: writers below the root decide
 * about the served files.
 */
final class Disk implements FileSystem {
  private static final List<Encoding> ENCODINGS =
      List.of(new Encoding("br", ".br"), new Encoding("gzip", ".gz"));

  private final Path root;
  private final String index;
  private final int inMemory;
  private final boolean transfer;

  /**
   * Serves a folder.
   *
   * @param root the folder
   * @param index the file in place of its directory
   * @param inMemory bytes of the largest file sent from memory
   * @param transfer whether larger files are sent without a copy here
   * @throws IOException if the folder is not there
   */
  Disk(Path root, String index, int inMemory, boolean transfer) throws IOException {
    this.root = root.toRealPath();
    this.index = index;
    this.inMemory = inMemory;
    this.transfer = transfer;
  }

  private record Encoding(String name, String suffix) {}

  @Override
  public Resource find(String path) throws IOException {
    try {
      return find(path, false);
    } catch (IOException changedMeanwhile) {
      return find(path, true);
    }
  }

  private Resource find(String path, boolean again) throws IOException {
    int second = Dates.now();
    Path file = at(path.endsWith("/") ? path + index : path);
    BasicFileAttributes attributes = file == null ? null : attributes(file);
    if (attributes == null || !attributes.isRegularFile() || !isAllowed(file)) {
      return null;
    }
    List<Representation> encoded = new ArrayList<>(2);
    List<Resource.Absent> absent = new ArrayList<>(2);
    String type = ContentTypes.of(file.getFileName().toString());
    for (Encoding encoding : ENCODINGS) {
      Path beside = file.resolveSibling(file.getFileName() + encoding.suffix);
      BasicFileAttributes its = attributes(beside);
      if (its == null || !Files.isReadable(beside)) {
        absent.add(new Resource.Absent(beside));
      } else if (its.isRegularFile() && isAllowed(beside)) {
        encoded.add(represent(beside, its, type, encoding.name, true, again));
      }
    }
    return new Resource(
        represent(file, attributes, type, null, !encoded.isEmpty(), again),
        encoded,
        absent,
        second);
  }

  @Override
  public Path directory(String path) throws IOException {
    Path folder = at(path);
    BasicFileAttributes attributes = folder == null ? null : attributes(folder);
    return attributes != null && attributes.isDirectory() && isAllowed(folder) ? folder : null;
  }

  private Path at(String path) {
    try {
      return root.resolve(path.substring(1));
    } catch (InvalidPathException notHere) {
      return null;
    }
  }

  @Override
  public boolean isServed(Path entry) throws IOException {
    String name = entry.getFileName().toString();
    BasicFileAttributes its = isLegal(name) ? attributes(entry.resolveSibling(name)) : null;
    return its != null
        && (its.isRegularFile() || its.isDirectory())
        && (Files.isSymbolicLink(entry) ? isAllowed(entry) : Files.isReadable(entry));
  }

  /** Whether a target can name the file. A name outside the system's encoding is another file. */
  private static boolean isLegal(String name) {
    return name.chars().allMatch(c -> c >= ' ' && c != 0x7f && c != '\\');
  }

  private boolean isAllowed(Path file) throws IOException {
    try {
      return Files.isReadable(file) && file.toRealPath().startsWith(root);
    } catch (NoSuchFileException goneMeanwhile) {
      return false;
    }
  }

  private Representation represent(
      Path file,
      BasicFileAttributes attributes,
      String type,
      String encoding,
      boolean varies,
      boolean again)
      throws IOException {
    FileVersion version = new FileVersion(file, attributes, transfer);
    String etag = etag(version, encoding);
    Response.Builder answer =
        Response.of(200).field("Content-Type", type).field("Accept-Ranges", "bytes");
    Representation.describe(answer, version.modified, etag, encoding, varies);
    Response ok =
        version.size <= inMemory
            ? answer.body(version.read(again))
            : answer.body(new FileBody(version, 0, version.size));
    Response notModified =
        Representation.describe(Response.of(304), version.modified, etag, null, varies).empty();
    return new Representation(version, type, encoding, etag, varies, ok, notModified);
  }

  /** Each coding has a tag of its own: two may have the same size, and a build's common time. */
  private static String etag(FileVersion version, String encoding) {
    Instant modified = version.modified.toInstant();
    long micros = modified.getEpochSecond() * 1_000_000 + modified.getNano() / 1000;
    String coding = encoding == null ? "" : "-" + encoding;
    return '"' + Long.toHexString(micros) + '-' + Long.toHexString(version.size) + coding + '"';
  }

  /** Null without a readable file; mostly without an exception. */
  static BasicFileAttributes attributes(Path file) throws IOException {
    try {
      return file.getFileSystem()
          .provider()
          .readAttributesIfExists(file, BasicFileAttributes.class);
    } catch (FileSystemException belowAFile) {
      return null;
    }
  }
}
