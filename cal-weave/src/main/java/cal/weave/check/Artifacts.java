package cal.weave.check;

import cal.weave.binding.BindingFile;
import cal.weave.calls.Captured;
import cal.weave.code.Program;
import cal.weave.record.Cuts;
import cal.weave.record.RecordWriter;
import cal.weave.support.ClassFiles;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
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
import java.util.Properties;

/** The classes and weaver's records in class files, folders and jars. Not thread-safe. */
public final class Artifacts {
  private static final String SETTINGS = "cal.properties";

  private final Path config;
  private final BindingFile declared;
  private final Cuts cuts;
  private final List<ClassModel> classes = new ArrayList<>();
  private final Map<String, List<String>> records = new LinkedHashMap<>();
  private final Properties settings = new Properties();

  /** The class files as they are. */
  private final List<byte[]> files = new ArrayList<>();

  /** Empty; with the changes that a file of bindings makes in all that is read. */
  private Artifacts(Path config, BindingFile declared) {
    this.config = config;
    this.declared = declared;
    this.cuts =
        new Cuts(
            declared.aspects(),
            aspect -> Cuts.policy(aspect, declared.settings()),
            ClassLoader.getSystemClassLoader());
  }

  /**
   * Reads class files, folders and jars, as a file of bindings changes these.
   *
   * @param config the file, or null
   * @param declared in the file
   * @throws WeaveException naming the first that cannot be read
   */
  public static Artifacts of(List<Path> paths, Path config, BindingFile declared) {
    Artifacts artifacts = new Artifacts(config, declared);
    for (Path path : paths) {
      try {
        artifacts.add(path);
      } catch (NoSuchFileException missing) {
        throw new WeaveException(
            path + " does not exist; name class files, folders or jars", missing);
      } catch (UncheckedIOException failure) {
        throw new WeaveException("cannot read " + path + ": " + failure.getMessage(), failure);
      } catch (IOException failure) {
        throw new WeaveException("cannot read " + path + ": " + failure.getMessage(), failure);
      }
    }
    return artifacts;
  }

  /**
   * Adds what the records, and a file of bindings, say of captured calls.
   *
   * @throws WeaveException if an entry of the file does not mean these classes
   */
  public void capture(Captured captured) {
    if (isByFile()) {
      cuts.require(files, () -> files);
    }
    lines().forEach(captured::addRecord);
    if (config != null) {
      captured.addFile(config, declared);
    }
  }

  /** Whether a file alone says what is captured. */
  private boolean isByFile() {
    return config != null && records.isEmpty();
  }

  /** The lines of the records, by their source; where there is none, of the changes by the file. */
  public Map<String, List<String>> lines() {
    return isByFile() ? Map.of(config.toString(), changes()) : records;
  }

  /** The file that says what is captured; nothing where records do, as proved by a weaving. */
  BindingFile declared() {
    return isByFile() ? declared : BindingFile.NONE;
  }

  /** The lines of the changes by the file. */
  List<String> changes() {
    return cuts.lines();
  }

  /**
   * Reads a class file, a folder or a jar.
   *
   * @throws IOException if the path cannot be read, or is of another kind
   */
  private void add(Path path) throws IOException {
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
    Path own = folder.resolve(SETTINGS);
    if (Files.exists(own)) {
      try (Reader text = Files.newBufferedReader(own)) {
        settings.load(text);
      } catch (IllegalArgumentException malformed) {
        throw new IOException(own + " is malformed: " + malformed.getMessage(), malformed);
      }
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

  /** The class files, before any change. */
  List<byte[]> files() {
    return files;
  }

  /** The settings of the artifacts, by their full keys. */
  public Properties settings() {
    return settings;
  }

  /** All classes read, as a program. */
  public Program program() {
    return new Program(classes);
  }

  /** The same, with the types above in the JDK. */
  public Program programWithJdk() {
    return Program.withJdk(classes);
  }

  /** The records, by their artifact. */
  public Map<String, List<String>> records() {
    return records;
  }
}
