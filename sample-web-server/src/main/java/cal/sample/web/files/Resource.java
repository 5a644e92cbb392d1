package cal.sample.web.files;

import cal.sample.web.http.Dates;
import cal.sample.web.http.Response;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * A file at the time of a look, and its answers. Thread-safe: two threads that compare the file
 * with the disk at once find the same.
 */
public final class Resource {
  private static final int OVERHEAD = 600;
  private static final int NEVER = 0;

  final Path file;
  final String type;

  /** In bytes. */
  final long size;

  /** Whether the file is sent without a copy here, where a connection can. */
  final boolean transfer;

  private final FileTime modified;
  private final Response ok;
  private final Response notModified;
  private int comparedAt = Dates.now();

  private Resource(Path file, BasicFileAttributes its, byte[] content, boolean transfer) {
    this.file = file;
    this.type = ContentTypes.of(file.getFileName().toString());
    this.size = content == null ? its.size() : content.length;
    this.modified = its.lastModifiedTime();
    this.transfer = transfer;
    Response.Builder answer =
        described(200).field("Content-Type", type).field("Accept-Ranges", "bytes");
    this.ok = content == null ? answer.body(new FileBody(this, 0, size)) : answer.body(content);
    this.notModified = described(304).empty();
  }

  /** Reads a file up to the length that is in memory. */
  static Resource of(Path file, BasicFileAttributes its, int inMemory, boolean transfer)
      throws IOException {
    if (its.size() > inMemory) {
      return new Resource(file, its, null, transfer);
    }
    try (FileInputStream in = new FileInputStream(file.toFile())) {
      return new Resource(file, its, in.readNBytes((int) its.size()), transfer);
    }
  }

  private Response.Builder described(int status) {
    return Response.of(status).field("Last-Modified", Dates.text(modifiedSecond()));
  }

  long modifiedSecond() {
    return modified.toInstant().getEpochSecond();
  }

  /** The answer to a plain request. */
  public Response ok() {
    return ok;
  }

  /** The answer to a client with the file. */
  Response notModified() {
    return notModified;
  }

  /** The answer with a part. */
  Response part(Range part) {
    String place = "bytes " + part.offset() + "-" + part.last() + "/" + size;
    Response.Builder answer =
        described(206).field("Content-Type", type).field("Content-Range", place);
    return ok.body() == null
        ? answer.body(ok.content(part.offset(), part.length()))
        : answer.body(new FileBody(this, part.offset(), part.length()));
  }

  /**
   * Whether the disk has this file, with the same size and time of modification. The disk is asked
   * once a second at most.
   */
  boolean isFresh() throws IOException {
    int now = Dates.now();
    if (comparedAt != now) {
      BasicFileAttributes its = Disk.attributes(file);
      boolean same = its != null && its.size() == size && its.lastModifiedTime().equals(modified);
      comparedAt = same ? now : NEVER;
    }
    return comparedAt == now;
  }

  /** Has the next look ask the disk. */
  void doubt() {
    comparedAt = NEVER;
  }

  /** The bytes of memory. */
  int weight() {
    return OVERHEAD + ok.weight() + notModified.weight();
  }
}
