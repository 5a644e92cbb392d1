package cal.sample.web.files;

import java.util.Locale;
import java.util.Map;

/** Content types by the ends of file names. Stateless. */
final class ContentTypes {
  private static final String OTHER = "application/octet-stream";

  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("html", "text/html; charset=utf-8"),
          Map.entry("htm", "text/html; charset=utf-8"),
          Map.entry("css", "text/css; charset=utf-8"),
          Map.entry("js", "text/javascript; charset=utf-8"),
          Map.entry("mjs", "text/javascript; charset=utf-8"),
          Map.entry("txt", "text/plain; charset=utf-8"),
          Map.entry("md", "text/markdown; charset=utf-8"),
          Map.entry("csv", "text/csv; charset=utf-8"),
          Map.entry("xml", "application/xml"),
          Map.entry("json", "application/json"),
          Map.entry("map", "application/json"),
          Map.entry("webmanifest", "application/manifest+json"),
          Map.entry("pdf", "application/pdf"),
          Map.entry("zip", "application/zip"),
          Map.entry("gz", "application/gzip"),
          Map.entry("wasm", "application/wasm"),
          Map.entry("jar", "application/java-archive"),
          Map.entry("png", "image/png"),
          Map.entry("jpg", "image/jpeg"),
          Map.entry("jpeg", "image/jpeg"),
          Map.entry("gif", "image/gif"),
          Map.entry("svg", "image/svg+xml"),
          Map.entry("webp", "image/webp"),
          Map.entry("avif", "image/avif"),
          Map.entry("ico", "image/x-icon"),
          Map.entry("woff", "font/woff"),
          Map.entry("woff2", "font/woff2"),
          Map.entry("ttf", "font/ttf"),
          Map.entry("mp3", "audio/mpeg"),
          Map.entry("ogg", "audio/ogg"),
          Map.entry("wav", "audio/wav"),
          Map.entry("mp4", "video/mp4"),
          Map.entry("webm", "video/webm"));

  private ContentTypes() {}

  static String of(String name) {
    String end = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return TYPES.getOrDefault(end, OTHER);
  }
}
