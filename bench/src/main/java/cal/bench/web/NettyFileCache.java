package cal.bench.web;

import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_LENGTH;
import static io.netty.handler.codec.http.HttpHeaderNames.CONTENT_TYPE;
import static io.netty.handler.codec.http.HttpHeaderNames.LAST_MODIFIED;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.File;
import java.io.IOException;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The files of a folder; small ones are kept in memory for a minute. Thread-safe. */
final class NettyFileCache {
  /** The largest file that is kept, in bytes. */
  private static final int MOST_BYTES = 64 << 10;

  private static final int MOST_FILES = 1000;
  private static final long VALID_NANOS = Duration.ofMinutes(1).toNanos();

  /** The dates of HTTP (RFC 9110, section 5.6.7). */
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Path root;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  NettyFileCache(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  /**
   * A file.
   *
   * @param content what is in it; null if that is not kept
   * @param headers which do not change
   * @param since when it was read, as {@code nanoTime}
   */
  record Entry(File file, long length, ByteBuf content, HttpHeaders headers, long since) {}

  /** A moment as HTTP writes it. */
  static String date(Instant moment) {
    return DATE.format(moment);
  }

  /** The file of a path that begins with a slash; null if there is none. */
  Entry get(String path) throws IOException {
    Entry known = entries.get(path);
    if (known != null && System.nanoTime() - known.since() < VALID_NANOS) {
      return known;
    }
    Path file = root.resolve(path.substring(1)).normalize();
    if (!file.startsWith(root) || !Files.isRegularFile(file)) {
      return null;
    }
    Entry entry = read(file);
    if (entries.size() < MOST_FILES) {
      entries.put(path, entry);
    }
    return entry;
  }

  private static Entry read(Path file) throws IOException {
    long length = Files.size(file);
    ByteBuf content = null;
    if (length <= MOST_BYTES) {
      byte[] bytes = Files.readAllBytes(file);
      length = bytes.length;
      content = Unpooled.directBuffer(bytes.length).writeBytes(bytes);
    }
    String type = URLConnection.guessContentTypeFromName(file.getFileName().toString());
    HttpHeaders headers =
        new DefaultHttpHeaders()
            .set(CONTENT_TYPE, type == null ? "application/octet-stream" : type)
            .set(CONTENT_LENGTH, String.valueOf(length))
            .set(LAST_MODIFIED, date(Files.getLastModifiedTime(file).toInstant()));
    return new Entry(file.toFile(), length, content, headers, System.nanoTime());
  }
}
