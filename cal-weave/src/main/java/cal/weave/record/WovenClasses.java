package cal.weave.record;

import cal.weave.code.Hierarchy;
import cal.weave.code.Program;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** The traces of ajc in class files: the library's aspects, and their join points. */
public final class WovenClasses {
  private final Collection<ClassModel> classes;
  private final LibraryAspects aspects;
  private final JoinPointScan scan;

  private WovenClasses(Collection<ClassModel> classes, LibraryAspects aspects, JoinPointScan scan) {
    this.classes = classes;
    this.aspects = aspects;
    this.scan = scan;
  }

  static WovenClasses read(Path folder) throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Path file : RecordWriter.classFiles(folder)) {
      files.add(Files.readAllBytes(file));
    }
    return of(files);
  }

  public static WovenClasses of(Collection<byte[]> files) {
    return of(files, List.of());
  }

  /**
   * Looks at woven classes.
   *
   * @param declared bindings and regions without a class file
   */
  public static WovenClasses of(Collection<byte[]> files, Collection<DeclaredAspect> declared) {
    Map<String, ClassModel> classes = new TreeMap<>();
    for (byte[] file : files) {
      ClassModel model = ClassFile.of().parse(file);
      classes.put(model.thisClass().asInternalName(), model);
    }
    LibraryAspects aspects = new LibraryAspects(classes, declared);
    JoinPointScan scan = new JoinPointScan(aspects, adviceForms(aspects));
    classes.values().forEach(scan::scan);
    return new WovenClasses(classes.values(), aspects, scan);
  }

  private static AdviceForms adviceForms(LibraryAspects aspects) {
    try {
      return new AdviceForms(aspects.load(LibraryAspects.CAPTURE));
    } catch (IOException e) {
      throw new WeaveException("cal-core cannot be read: " + e.getMessage(), e);
    }
  }

  /** The bindings, by class name. */
  Map<String, LibraryAspects.Binding> bindings() {
    return aspects.bindings();
  }

  /** The concrete aspects that extend {@code CriticalRegions}, and the advised executions. */
  Map<String, LibraryAspects.Binding> regions() {
    return aspects.regions();
  }

  /** The classes, to be analysed. */
  Program program() {
    return new Program(classes);
  }

  /** Whether the classes wait on objects, or signal there. */
  boolean conditions() {
    return scan.conditions();
  }

  /** Which operand of an aspect's pointcut has matched none of these join points. */
  Optional<Pointcut> unmatched(String pointcut, List<Match> matches) {
    return PointcutReader.read(pointcut, aspects::pointcut)
        .unmatched(matches, new Hierarchy(aspects::load));
  }

  /** {@link DeclaredMembers#lines}. */
  List<String> members(LibraryAspects.Binding binding) {
    return new DeclaredMembers(binding, aspects).lines();
  }

  /** All called members, for hints. */
  Set<Member> called() {
    return scan.called();
  }

  /** All methods referred to without a call, for hints. */
  Set<Member> referenced() {
    return scan.referenced();
  }

  /** All declared methods, for hints. */
  Set<Member> declared() {
    return scan.declared();
  }
}
