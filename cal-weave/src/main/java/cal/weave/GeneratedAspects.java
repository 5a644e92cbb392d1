package cal.weave;

import cal.weave.binding.BindingFile;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The program for a build before ajc where a file of bindings stands for aspects: {@code java
 * cal.weave.GeneratedAspects FILE SOURCES CLASSES}.
 *
 * <p>The program writes an aspect for each stage and for each entry of regions into the folder of
 * sources, and the settings of the file into {@code cal.properties} in the folder of classes.
 */
public final class GeneratedAspects {
  private static final String PACKAGE = "package cal.binding;\n\n";

  private GeneratedAspects() {}

  /**
   * Writes the aspects. Exit status 2 and a sentence where the file means nothing.
   *
   * @param args the file, the folder of sources, and the folder of classes
   */
  public static void main(String[] args) {
    try {
      if (args.length != 3) {
        throw new WeaveException("give a file of bindings and two folders");
      }
      write(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]));
    } catch (WeaveException | IOException mistake) {
      System.err.println("cal: " + mistake.getMessage());
      System.exit(2);
    }
  }

  /**
   * Writes the aspects.
   *
   * @throws WeaveException if the file cannot be read, or means nothing
   * @throws IOException if a folder cannot be written
   */
  public static void write(Path file, Path sources, Path classes) throws IOException {
    BindingFile bindings = BindingFile.read(file);
    // Only a class in no package can name one that is in none.
    boolean packed = bindings.types().stream().allMatch(type -> type.contains("."));
    Path folder = Files.createDirectories(sources.resolve("cal/binding"));
    try (var old = Files.newDirectoryStream(folder, "*.aj")) {
      for (Path one : old) {
        Files.delete(one); // of a stage that was renamed, perhaps
      }
    }
    for (DeclaredAspect each : bindings.aspects()) {
      if (each.cutsLoop()) {
        throw new WeaveException(
            each.place()
                + ".loop is cut at load time alone (cal.jar); write a method that is a step, and"
                + " spawn:");
      }
      if (each.hasMonitors()) {
        throw new WeaveException(
            each.place()
                + ".monitors are turned into regions at load time alone (cal.jar); write methods:");
      }
      String name = each.name().substring(DeclaredAspect.PACKAGE.length());
      Files.writeString(folder.resolve(name + ".aj"), (packed ? PACKAGE : "") + source(name, each));
    }
    if (!bindings.settings().isEmpty()) {
      Path properties = classes.resolve("cal.properties");
      Files.createDirectories(classes);
      Files.writeString(properties, text(bindings));
    }
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
    for (Map.Entry<String, String> pointcut : one.pointcuts().entrySet()) {
      text.append("  protected pointcut ").append(pointcut.getKey());
      boolean region = pointcut.getKey().equals(DeclaredAspect.REGION);
      text.append(region ? "(Object guard): this(guard) && (" : "(): (");
      text.append(pointcut.getValue()).append(");\n");
    }
    if (one.members().containsKey(DeclaredAspect.CONTEXT)) {
      text.append("  declare parents: ").append(one.members().get(DeclaredAspect.CONTEXT));
      text.append(" implements cal.core.WorkingContext;\n");
    }
    new TreeMap<>(one.members())
        .forEach(
            (key, value) -> {
              text.append("  private static final String ").append(DeclaredAspect.constant(key));
              text.append(" = \"").append(value).append("\";\n");
            });
    if (one.blocks()) {
      text.append("  protected boolean blocks() { return true; }\n");
    }
    return text.append("}\n").toString();
  }
}
