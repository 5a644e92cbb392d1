package cal.maven;

import java.nio.file.Path;
import java.util.List;

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
    String model) {}
