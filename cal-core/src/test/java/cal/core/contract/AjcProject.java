package cal.core.contract;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.ActivityCapture;
import cal.core.internal.record.Captures;
import cal.weave.record.RecordWriter;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A user's project in a temporary folder: sources, woven by ajc with the library on the aspect
 * path, recorded, and run in a JVM of its own. For tests of what a user sees.
 */
public final class AjcProject {
  private final Path sources;
  private final Path woven;
  private Path library =
      Path.of(ActivityCapture.class.getProtectionDomain().getCodeSource().getLocation().getPath());

  /**
   * Starts an empty project.
   *
   * @param folder an empty folder
   */
  public AjcProject(Path folder) {
    sources = folder.resolve("src");
    woven = folder.resolve("woven");
  }

  /**
   * Adds a source file.
   *
   * @param name its path, such as {@code app/Server.java}
   * @param text its content
   * @return this
   */
  public AjcProject source(String name, String text) {
    return file(sources.resolve(name), text);
  }

  /**
   * Adds a binding of the package {@code app}.
   *
   * @param name of the aspect
   * @param body its pointcuts
   * @return this
   */
  public AjcProject activities(String name, String body) {
    return aspect(name, "ActivityCapture", body);
  }

  /**
   * Adds an aspect of critical regions of the package {@code app}.
   *
   * @param name of the aspect
   * @param body its pointcuts
   * @return this
   */
  public AjcProject regions(String name, String body) {
    return aspect(name, "CriticalRegions", body);
  }

  private AjcProject aspect(String name, String parent, String body) {
    String head = "package app;\nimport cal.core.*;\naspect " + name + " extends " + parent;
    return source("app/" + name + ".aj", head + " {\n" + body + "}\n");
  }

  /**
   * Adds a resource beside the woven classes.
   *
   * @param name its path
   * @param text its content
   * @return this
   */
  public AjcProject resource(String name, String text) {
    return file(woven.resolve(name), text);
  }

  private AjcProject file(Path path, String text) {
    try {
      Files.createDirectories(path.getParent());
      Files.writeString(path, text);
      return this;
    } catch (IOException e) {
      throw new AssertionError("cannot write " + path, e);
    }
  }

  /**
   * Weaves and runs with another library than the one that is tested.
   *
   * @param classes the folder of its classes
   * @return this
   */
  public AjcProject library(Path classes) {
    library = classes;
    return this;
  }

  private String classPath() {
    return library + System.getProperty("path.separator") + System.getProperty("java.class.path");
  }

  /**
   * Compiles and weaves.
   *
   * @return ajc's errors, in order; empty if it succeeded
   */
  public List<String> weave() {
    return Ajc.run(
        "-classpath",
        classPath(),
        "-aspectpath",
        library.toString(),
        "-sourceroots",
        sources.toString(),
        "-d",
        woven.toString());
  }

  /**
   * Weaves, expecting no error, and writes the record.
   *
   * @return this
   */
  public AjcProject build() {
    assertThat(weave()).as("ajc's errors").isEmpty();
    assertThat(complaint()).isEmpty();
    return this;
  }

  /**
   * Writes the record of what was woven.
   *
   * @return the sentence of a mistake; empty if there is none
   */
  public String complaint() {
    try {
      RecordWriter.write(woven);
      return "";
    } catch (WeaveException mistake) {
      return mistake.getMessage();
    } catch (IOException e) {
      throw new AssertionError("cannot record what is woven in " + woven, e);
    }
  }

  /**
   * Writes the record of what was woven as a build does, in a JVM of its own.
   *
   * @return how that ended
   */
  public ChildJvm.Outcome record() {
    return run("cal.weave.CaptureRecord", List.of(), woven.toString());
  }

  /**
   * Reads the record.
   *
   * @return its lines, stripped
   */
  public List<String> captures() {
    try {
      return Files.readAllLines(woven.resolve(Captures.RESOURCE)).stream()
          .map(String::strip)
          .toList();
    } catch (IOException e) {
      throw new AssertionError("no record", e);
    }
  }

  /**
   * Runs a class in a JVM of its own, to its end; under {@code sequential}, unless an option or a
   * {@code cal.properties} of the project may choose.
   *
   * @param mainClass the class
   * @param options options of the JVM, such as {@code -Dcal.model=thread}
   * @param arguments its arguments
   * @return how it ended
   */
  public ChildJvm.Outcome run(String mainClass, List<String> options, String... arguments) {
    List<String> all = new ArrayList<>(options);
    if (options.stream().noneMatch(each -> each.startsWith("-Dcal.model="))
        && !Files.exists(woven.resolve("cal.properties"))) {
      all.add("-Dcal.model=sequential");
    }
    all.add("-cp");
    all.add(woven + System.getProperty("path.separator") + classPath());
    all.add(mainClass);
    all.addAll(Arrays.asList(arguments));
    return ChildJvm.run(woven.getParent(), all);
  }
}
