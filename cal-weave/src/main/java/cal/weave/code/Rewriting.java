package cal.weave.code;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassHierarchyResolver.ClassHierarchyInfo;
import java.lang.constant.ConstantDescs;

/** Class files that are read to be written again, with frames of their own. Stateless. */
public final class Rewriting {
  private Rewriting() {}

  /**
   * Reads and writes the classes of a loader. No class is loaded; a missing class counts as a class
   * below {@link Object}.
   */
  public static ClassFile in(ClassLoader loader) {
    return ClassFile.of(
        ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(loader)
                .orElse(type -> ClassHierarchyInfo.ofClass(ConstantDescs.CD_Object))));
  }
}
