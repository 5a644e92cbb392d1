package cal.maven;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoFailureException;

/**
 * All inputs of a weaving. Immutable.
 *
 * @param folder of the project, where ajc runs
 * @param memory a folder of this weaving alone, which {@code mvn clean} deletes
 * @param roots folders of the project's sources, for messages
 * @param classes where javac has written
 * @param output where the woven files go; the same, or another
 * @param aspects a folder of sources in AspectJ, or missing
 * @param config a file of bindings, in use without aspects, or missing
 * @param inpath further classes to weave: folders and jars
 * @param classPath of the project, without the project's classes
 * @param aspectPath jars of further aspects
 * @param arguments further arguments of ajc
 * @param record whether a record is written, and demanded
 * @param finisher a source file of Java, run over the woven classes; null for none
 * @param model the model for the settings; null for none
 */
record WeavingPlan(
    Path folder,
    Path memory,
    List<Path> roots,
    Path classes,
    Path output,
    Path aspects,
    Path config,
    List<Path> inpath,
    List<Path> classPath,
    List<Path> aspectPath,
    List<String> arguments,
    boolean record,
    Path finisher,
    String model) {
  /** A goal bound before the compiler would find no call. */
  void requireCompiled(Path plain) throws IOException, MojoFailureException {
    if (record
        && inpath.isEmpty()
        && PlainFiles.files(plain).stream().noneMatch(file -> file.toString().endsWith(".class"))) {
      throw new MojoFailureException(
          classes
              + " has no class to weave; write the server's sources, and leave the goal in its"
              + " default phase, which is after the compiler's");
    }
  }

  /** A binding where no goal looks, such as an aspect that javac leaves alone; or the remedy. */
  String elsewhere() throws IOException {
    for (Path root : roots) {
      for (Path file : PlainFiles.files(root)) {
        if (file.toString().endsWith(".aj")) {
          return "; " + file + " is outside of that folder, move it there";
        }
      }
    }
    List<Path> files = new ArrayList<>(PlainFiles.files(folder.resolve("src/main")));
    files.add(folder.resolve("cal.yml"));
    return files.stream()
        .filter(file -> file.getFileName().toString().matches("cal\\.ya?ml") && Files.exists(file))
        .findFirst()
        .map(file -> "; " + file + " is not read there, move it to " + config)
        .orElse("; a module without a binding has <skip>true</skip> for this goal");
  }
}
