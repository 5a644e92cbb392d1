package cal.weave.check;

import cal.weave.code.Program;
import cal.weave.record.Cuts;
import cal.weave.record.RecordWriter;
import cal.weave.support.ClassFiles;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The classes and weaver's records in class files, folders and jars. Not thread-safe. */
final class Artifacts {
  private final Cuts cuts;
  private final List<ClassModel> classes = new ArrayList<>();
  private final Map<String, List<String>> records = new LinkedHashMap<>();

  /** The class files as they are. */
  private final List<byte[]> files = new ArrayList<>();

  /** Empty; with the changes that a file of bindings makes in all that is read. */
  Artifacts(Cuts cuts) {
    this.cuts = cuts;
  }

  /**
   * Reads a class file, a folder or a jar.
   *
   * @throws IOException if the path cannot be read, or is of another kind
   */
  void add(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      addFolder(path, path);
    } else if (path.toString().endsWith(".class")) {
      addClass(path);
    } else if (path.endsWith(RecordWriter.RESOURCE)) {
      records.put(path.toString(), Files.readAllLines(path));
    } else if (path.toString().endsWith(".jar")) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString());
      }
      try (FileSystem jar = FileSystems.newFileSystem(path)) {
        addFolder(jar.getPath("/"), path);
      }
    } else if (Files.exists(path)) {
      throw new IOException(path + " is no class file, folder or jar");
    } else {
      throw new NoSuchFileException(path.toString());
    }
  }

  private void addFolder(Path folder, Path artifact) throws IOException {
    for (Path file : ClassFiles.below(folder)) {
      addClass(file);
    }
    Path record = folder.resolve(RecordWriter.RESOURCE);
    if (Files.exists(record)) {
      records.put(artifact.toString(), Files.readAllLines(record));
    }
  }

  private void addClass(Path file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      ClassModel model = ClassFile.of().parse(bytes);
      byte[] cut = cuts.cut(model.thisClass().asInternalName(), bytes);
      files.add(bytes);
      classes.add(cut == bytes ? model : ClassFile.of().parse(cut));
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no class file: " + e.getMessage(), e);
    }
  }

  /**
   * Makes sure that the entries of the file mean these classes.
   *
   * @throws cal.weave.support.WeaveException naming the first mistake
   */
  void requireCuts() {
    cuts.require(files, () -> files);
  }

  /** The class files, before any change. */
  List<byte[]> files() {
    return files;
  }

  /** All classes read, as a program. */
  Program program() {
    return new Program(classes);
  }

  /** The records, by their artifact. */
  Map<String, List<String>> records() {
    return records;
  }
}
