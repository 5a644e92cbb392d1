package cal.sample.web.files;

import cal.sample.web.http.Target;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** A page of a directory's entries: folders first, hidden ones never, 1,000 at most. Stateless. */
final class DirectoryPage {
  private static final int LIMIT = 1000;
  private static final DateTimeFormatter CHANGED =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private DirectoryPage() {}

  private record Entry(String name, boolean folder, long size, long second) {}

  /** The page in UTF-8. */
  static byte[] of(String path, Path folder, FileSystem files) throws IOException {
    StringBuilder page =
        new StringBuilder(1024)
            .append("<table><thead><tr><th>Name</th><th>Bytes</th>")
            .append("<th class=\"date\">Changed (UTC)</th></tr></thead><tbody>");
    if (!path.equals("/")) {
      page.append("<tr><td><a href=\"../\">../</a></td><td></td><td class=\"date\"></td></tr>");
    }
    List<Entry> entries = entries(folder, files);
    for (Entry entry : entries) {
      append(page, entry);
    }
    page.append("</tbody></table>");
    if (entries.size() == LIMIT) {
      page.append("<p class=\"dim\">There may be more than ").append(LIMIT).append(" entries.</p>");
    }
    return Html.page("Index of " + path, page);
  }

  private static void append(StringBuilder page, Entry entry) {
    String slash = entry.folder ? "/" : "";
    page.append("<tr><td><a href=\"./")
        .append(Html.escaped(Target.encoded(entry.name)))
        .append(slash);
    page.append("\">").append(Html.escaped(entry.name)).append(slash).append("</a></td><td>");
    page.append(entry.folder ? "" : String.format(Locale.ROOT, "%,d", entry.size));
    page.append("</td><td class=\"date\">");
    CHANGED.formatTo(LocalDateTime.ofEpochSecond(entry.second, 0, ZoneOffset.UTC), page);
    page.append("</td></tr>");
  }

  private static List<Entry> entries(Path folder, FileSystem files) throws IOException {
    List<Entry> entries = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path file : all) {
        if (entries.size() == LIMIT) {
          break;
        }
        String name = file.getFileName().toString();
        boolean named = !name.startsWith(".") && files.isServed(file);
        BasicFileAttributes its = named ? Disk.attributes(file) : null;
        if (its != null) {
          long second = its.lastModifiedTime().toInstant().getEpochSecond();
          entries.add(new Entry(name, its.isDirectory(), its.size(), second));
        }
      }
    }
    entries.sort(Comparator.comparing((Entry e) -> !e.folder).thenComparing(Entry::name));
    return entries;
  }
}
