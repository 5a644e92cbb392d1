package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The messages of ajc, in the form of javac's messages in Maven's compiler plugin: {@code
 * FILE:[LINE,COLUMN] TEXT}. Immutable.
 *
 * @param errors the failures of a build
 * @param warnings the others
 */
record AjcMessages(List<String> errors, List<String> warnings) {
  /** {@code FILE:LINE [error] TEXT}, where each part but the kind and the text may be missing. */
  private static final Pattern HEAD =
      Pattern.compile("(?:(.+?)(?::(\\d+)(?::\\d*)*)? )?\\[(error|fail|abort|warning)] (.*)");

  private static final Pattern UNKNOWN =
      Pattern.compile("no match for this type name: (\\S+) \\[Xlint:invalidAbsoluteTypeName]");

  private static final Pattern CARETS = Pattern.compile("(\\s*)\\^+\\s*");

  /**
   * Reads the output of ajc.
   *
   * @param folder where ajc ran
   * @param roots folders of sources: ajc guesses the folder of a class compiled before
   */
  static AjcMessages of(List<String> lines, Path folder, List<Path> roots) {
    List<String> errors = new ArrayList<>(); // those with a place first: they cause the others
    int placed = 0;
    List<String> warnings = new ArrayList<>();
    for (int at = 0; at < lines.size(); at++) {
      Matcher head = HEAD.matcher(lines.get(at));
      if (head.matches()) {
        String message = place(head, lines, at, folder, roots) + head.group(4).strip();
        if (head.group(3).equals("warning")) {
          warnings.add(message);
        } else {
          errors.add(head.group(1) == null ? errors.size() : placed++, message);
        }
      }
    }
    return new AjcMessages(List.copyOf(errors), List.copyOf(warnings));
  }

  /** The names in pointcuts that are no type, without their packages as a rule. */
  List<String> unknownTypes() {
    return warnings.stream()
        .map(UNKNOWN::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .toList();
  }

  private static String place(
      Matcher head, List<String> lines, int at, Path folder, List<Path> roots) {
    if (head.group(1) == null) {
      return "";
    }
    Path file = source(folder.resolve(head.group(1)), roots);
    if (head.group(2) == null) {
      return file + ": ";
    }
    int column = column(file, Integer.parseInt(head.group(2)), lines, at);
    return file + ":[" + head.group(2) + (column > 0 ? "," + column : "") + "] ";
  }

  private static Path source(Path named, List<Path> roots) {
    for (int from = 0; !Files.exists(named) && from < named.getNameCount(); from++) {
      Path end = named.subpath(from, named.getNameCount());
      for (Path root : roots) {
        if (Files.exists(root.resolve(end))) {
          return root.resolve(end);
        }
      }
    }
    return named;
  }

  /** Where the carets begin, from 1; 0 without any. ajc leaves out how far the line is indented. */
  private static int column(Path file, int line, List<String> lines, int head) {
    for (int at = head + 1; at < lines.size() && at <= head + 2; at++) {
      Matcher carets = CARETS.matcher(lines.get(at));
      if (carets.matches()) {
        return indent(file, line) + carets.group(1).length() + 1;
      }
    }
    return 0;
  }

  private static int indent(Path file, int line) {
    try {
      String text = Files.readAllLines(file).get(line - 1);
      return text.length() - text.stripLeading().length();
    } catch (IOException | IndexOutOfBoundsException unknown) {
      return 0;
    }
  }
}
