package cal.core.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Loads its own copy of CAL, models and tests included; on the {@link Path}, each instruction that
 * needs memory, or calls what is not the path's own, announces itself to {@link Seams}.
 */
public final class SeamLoader extends ClassLoader {
  private static final ClassDesc SEAMS = ClassDesc.of(Seams.class.getName());
  private static final MethodTypeDesc PASS =
      MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);

  private final ClassFile files =
      ClassFile.of(
          ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(getParent())));

  private final Path path;

  /** A copy beside that of the class loader which has loaded this class. */
  public SeamLoader() {
    this(Path.OF_ACTIVITIES);
  }

  SeamLoader(Path path) {
    super(SeamLoader.class.getClassLoader());
    this.path = path;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("cal.") || name.startsWith(SeamLoader.class.getPackageName() + ".")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    String file = name.replace('.', '/') + ".class";
    try (InputStream in = getParent().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      byte[] seamed = path.has(name) ? withSeams(bytes) : bytes;
      return defineClass(name, seamed, 0, seamed.length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] withSeams(byte[] bytes) {
    ClassModel model = files.parse(bytes);
    String name = model.thisClass().asInternalName().replace('/', '.');
    return files.transformClass(
        model,
        (type, element) -> {
          if (element instanceof MethodModel method
              && method.code().isPresent()
              && path.has(name, method.methodName().stringValue())) {
            type.transformMethod(
                method,
                (builder, part) -> {
                  if (part instanceof CodeModel code) {
                    String place =
                        name.substring(name.lastIndexOf('.') + 1)
                            + "."
                            + method.methodName().stringValue();
                    builder.transformCode(code, new Announcing(path, place));
                  } else {
                    builder.with(part);
                  }
                });
          } else {
            type.with(element);
          }
        });
  }

  /** Puts a call before each seam of one method. */
  private static final class Announcing implements java.lang.classfile.CodeTransform {
    private final Path path;
    private final String place;
    private int line;

    Announcing(Path path, String place) {
      this.path = path;
      this.place = place;
    }

    @Override
    public void accept(java.lang.classfile.CodeBuilder code, CodeElement element) {
      if (element instanceof LineNumber number) {
        line = number.line();
      }
      String what = what(element);
      if (what != null) {
        code.loadConstant(Seams.add(place + ":" + line + " " + what));
        code.invokestatic(SEAMS, "pass", PASS);
      }
      code.with(element);
    }

    private String what(CodeElement element) {
      return switch (element) {
        case InvokeInstruction call -> {
          String owner = call.owner().asInternalName().replace('/', '.');
          String name = call.name().stringValue();
          yield path.fails(owner, name) ? owner + "." + name : null;
        }
        case InvokeDynamicInstruction dynamic -> "makes " + dynamic.name().stringValue();
        case NewObjectInstruction made -> "new " + made.className().asInternalName();
        case NewReferenceArrayInstruction made -> "new " + made.componentType().asInternalName();
        case NewPrimitiveArrayInstruction made -> "new " + made.typeKind() + "[]";
        default -> null;
      };
    }
  }
}
