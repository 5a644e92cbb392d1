package cal.weave;

import cal.weave.binding.BindingFile;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.WeaveException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The program for a build before ajc where a file of bindings stands for aspects: {@code java
 * cal.weave.GeneratedAspects FILE SOURCES CLASSES CUT CLASSPATH INPATH}.
 *
 * <p>The program writes an aspect for each stage and for each entry of regions into the folder of
 * sources, and the settings of the file into {@code cal.properties} in the folder of classes. Where
 * the file has loops to cut, monitors, or classes to weave, the changed copies of folders and jars
 * of the inpath go into the folder {@code CUT}, each by its number, and the other classes into the
 * folder of classes.
 */
public final class GeneratedAspects {
  private static final String PACKAGE = "package cal.binding;\n\n";

  private GeneratedAspects() {}

  /**
   * Writes the aspects. Exit status 2 and a sentence where the file means nothing.
   *
   * @param args the file, the folders of sources, of classes and of changed copies, the class path,
   *     and the folders and jars to weave
   */
  public static void main(String[] args) {
    try {
      if (args.length != 6) {
        throw new WeaveException("give a file of bindings, three folders and two paths");
      }
      Path classes = Path.of(args[2]);
      BindingFile bindings = write(Path.of(args[0]), Path.of(args[1]), classes);
      CutClasses.write(bindings, paths(args[5]), paths(args[4]), classes, Path.of(args[3]));
    } catch (WeaveException | IOException mistake) {
      System.err.println("cal: " + mistake.getMessage());
      System.exit(2);
    }
  }

  private static List<Path> paths(String all) {
    return Stream.of(all.split(File.pathSeparator))
        .filter(one -> !one.isEmpty())
        .map(Path::of)
        .toList();
  }

  /**
   * Writes the aspects.
   *
   * @return the file
   * @throws WeaveException if the file cannot be read, or means nothing
   * @throws IOException if a folder cannot be written
   */
  public static BindingFile write(Path file, Path sources, Path classes) throws IOException {
    BindingFile bindings = BindingFile.read(file);
    Path folder = Files.createDirectories(sources.resolve("cal/binding"));
    try (var old = Files.newDirectoryStream(folder, "*.aj")) {
      for (Path one : old) {
        Files.delete(one); // of a stage that was renamed, perhaps
      }
    }
    for (DeclaredAspect each : bindings.built()) {
      int dot = each.name().lastIndexOf('.') + 1;
      String name = each.name().substring(dot);
      Files.writeString(
          folder.resolve(name + ".aj"), (dot > 0 ? PACKAGE : "") + source(name, each));
    }
    if (!bindings.settings().isEmpty()) {
      Path properties = classes.resolve("cal.properties");
      Files.createDirectories(classes);
      Files.writeString(properties, text(bindings));
    }
    return bindings;
  }

  private static String text(BindingFile bindings) {
    StringBuilder text = new StringBuilder();
    new TreeMap<>(bindings.settings())
        .forEach((key, value) -> text.append(key).append('=').append(escaped(value)).append('\n'));
    return text.toString();
  }

  /** As a file of properties has a value: in ASCII. */
  private static String escaped(String value) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char one = value.charAt(i);
      if (one == '\\') {
        text.append("\\\\");
      } else if (one < ' ' || one > '~') {
        text.append("\\u%04x".formatted((int) one));
      } else {
        text.append(one);
      }
    }
    return text.toString();
  }

  private static String source(String name, DeclaredAspect one) {
    StringBuilder text = new StringBuilder("aspect " + name + " extends ");
    text.append(one.isRegions() ? "cal.core.CriticalRegions {\n" : "cal.core.ActivityCapture {\n");
    one.pointcuts().forEach((pointcut, calls) -> text.append(pointcut(pointcut, calls, one)));
    if (one.members().containsKey(DeclaredAspect.CONTEXT)) {
      text.append("  declare parents: ").append(one.members().get(DeclaredAspect.CONTEXT));
      text.append(" implements cal.core.WorkingContext;\n");
    }
    text.append(constant(DeclaredAspect.PLACE, "cal.yaml: " + one.entry()));
    new TreeMap<>(one.members())
        .forEach((key, value) -> text.append(constant(DeclaredAspect.constant(key), value)));
    if (one.blocks()) {
      text.append("  protected boolean blocks() { return true; }\n");
    }
    return text.append("}\n").toString();
  }

  private static String pointcut(String name, String calls, DeclaredAspect one) {
    boolean shared = name.equals(DeclaredAspect.SHARED_REGION);
    boolean guarded = shared || name.equals(DeclaredAspect.REGION);
    String readers = shared ? null : one.pointcuts().get(DeclaredAspect.SHARED_REGION);
    return "  protected pointcut "
        + name
        + (guarded ? "(Object guard): " + one.guards() + " && (" : "(): (")
        + calls
        + (readers == null ? ")" : ") && !(" + readers + ")")
        + ";\n";
  }

  private static String constant(String name, String value) {
    return "  private static final String " + name + " = \"" + value + "\";\n";
  }
}
