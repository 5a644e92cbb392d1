import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.classfile.instruction.LineNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Takes the lines out of the advice of aspects: {@code AdviceLines CLASSES}.
 *
 * <p>ajc copies around advice into woven classes. A stack trace would name a line of the aspect
 * beside the file of the class. ajc itself writes lines whatever {@code -g} says (see {@code
 * docs/adr/0085-a-plugin-weaves-in-place-and-keeps-plain-classes.md}).
 */
final class AdviceLines {
  private static final String ADVICE = "ajc$around$";

  /** Exits with 1 where no advice was found. */
  public static void main(String[] args) throws IOException {
    int changed = 0;
    for (Path file : classes(Path.of(args[0]))) {
      ClassModel model = ClassFile.of().parse(file);
      if (model.methods().stream().anyMatch(each -> isAdvice(model, each))) {
        Files.write(file, ClassFile.of().transformClass(model, withoutLines(model)));
        changed++;
      }
    }
    if (changed == 0) {
      System.err.println("no advice is in " + args[0]);
      System.exit(1);
    }
  }

  private static ClassTransform withoutLines(ClassModel model) {
    CodeTransform noLines =
        (code, element) -> {
          if (!(element instanceof LineNumber)) {
            code.with(element);
          }
        };
    return ClassTransform.transformingMethodBodies(each -> isAdvice(model, each), noLines);
  }

  private static boolean isAdvice(ClassModel type, MethodModel method) {
    return method.methodName().stringValue().startsWith(ADVICE)
        && type.findAttribute(Attributes.sourceFile())
            .map(SourceFileAttribute::sourceFile)
            .filter(source -> source.stringValue().endsWith(".aj"))
            .isPresent();
  }

  private static List<Path> classes(Path root) {
    try (Stream<Path> files = Files.walk(root)) {
      return files.filter(file -> file.toString().endsWith(".class")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
