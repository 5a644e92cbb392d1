package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The place of a pointcut, or of a signature, from a mistake of the record. Stateless. */
final class PointcutPlace {
  private static final Pattern OF_ASPECT =
      Pattern.compile("(?:binding|regions) (?:\\S*[.$])?(\\w+)(?::? (?:pointcut|has) (\\w+))?");

  private static final Pattern OF_ENTRY = Pattern.compile("cal\\.yaml: ([a-z.-]+)");

  private PointcutPlace() {}

  /**
   * Finds the place.
   *
   * @param binding the folder of aspects, or the file of bindings
   * @return {@code FILE:[LINE] }, {@code FILE: } or nothing
   */
  static String of(String mistake, Path binding) throws IOException {
    return Files.isDirectory(binding) ? inAspects(mistake, binding) : inFile(mistake, binding);
  }

  private static String inAspects(String mistake, Path folder) throws IOException {
    Matcher named = OF_ASPECT.matcher(mistake);
    if (named.find()) {
      String pointcut = named.group(2) == null ? "" : named.group(2);
      Pattern place =
          Pattern.compile(
              "(?s)\\baspect\\s+" + named.group(1) + "\\b.*?(?=\\b" + pointcut + "\\b)");
      for (Path file : PlainFiles.files(folder)) {
        String text = Files.readString(file);
        Matcher found = place.matcher(text);
        if (found.find()) {
          return file
              + ":["
              + (text.substring(0, found.end()).chars().filter(c -> c == '\n').count() + 1)
              + "] ";
        }
      }
    }
    return "";
  }

  /** Each key of the entry stands below the key before. */
  private static String inFile(String mistake, Path file) throws IOException {
    Matcher named = OF_ENTRY.matcher(mistake);
    if (!named.find()) {
      return file + ": ";
    }
    List<String> lines = Files.readAllLines(file);
    int at = 0;
    for (String key : named.group(1).split("\\.")) {
      Pattern line = Pattern.compile("\\s*[\"']?" + Pattern.quote(key) + "[\"']?\\s*:.*");
      int from = at;
      while (at < lines.size() && !line.matcher(lines.get(at)).matches()) {
        at++;
      }
      if (at == lines.size()) {
        return file + (from > 0 ? ":[" + from + "] " : ": ");
      }
      at++;
    }
    return file + ":[" + at + "] ";
  }
}
