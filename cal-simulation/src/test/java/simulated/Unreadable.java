package simulated;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;

/**
 * Loads a class that asks for the time, and where two unknown types meet: to rewrite its code, the
 * types must be known.
 */
final class Unreadable extends ClassLoader {
  private static final String NAME = "unreadable.Type";

  Class<?> type() {
    ClassDesc first = ClassDesc.of("unreadable.First");
    ClassDesc second = ClassDesc.of("unreadable.Second");
    byte[] bytes =
        ClassFile.of(
                ClassFile.ClassHierarchyResolverOption.of(
                    ClassHierarchyResolver.of(
                            List.of(), Map.of(first, CD_Object, second, CD_Object))
                        .orElse(ClassHierarchyResolver.defaultResolver())))
            .build(
                ClassDesc.of(NAME),
                type ->
                    type.withMethodBody(
                        "now",
                        MethodTypeDesc.of(CD_long),
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code ->
                            code.aconst_null()
                                .ifThenElse(
                                    Opcode.IFNULL,
                                    then -> then.aconst_null().checkcast(first),
                                    otherwise -> otherwise.aconst_null().checkcast(second))
                                .pop()
                                .invokestatic(
                                    ClassDesc.of("java.lang.System"),
                                    "nanoTime",
                                    MethodTypeDesc.of(CD_long))
                                .lreturn()));
    return defineClass(NAME, bytes, 0, bytes.length);
  }
}
