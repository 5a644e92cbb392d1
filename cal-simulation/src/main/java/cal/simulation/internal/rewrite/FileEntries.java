package cal.simulation.internal.rewrite;

import static java.lang.constant.ConstantDescs.CD_Boolean;
import static java.lang.constant.ConstantDescs.CD_Integer;
import static java.lang.constant.ConstantDescs.CD_Long;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The JDK's calls of the system for files, beneath its classes for files: each asks the seam, and
 * goes on where the seam has no answer. Methods ask at their entry, native methods where they are
 * called. Stateless.
 */
final class FileEntries {
  private static final String IO = "java/io/";
  private static final String FS = "sun/nio/fs/";
  private static final String CH = "sun/nio/ch/";
  private static final String PATH = "Lsun/nio/fs/UnixPath;";
  private static final String ATTRIBUTES = "Lsun/nio/fs/UnixFileAttributes;";
  private static final String FD = "Ljava/io/FileDescriptor;";
  private static final String FILE = "Ljava/io/File;";
  private static final String STRING = "Ljava/lang/String;";

  private static final List<String> STATIC_METHODS =
      List.of(
          "open(" + PATH + "II)I",
          "close(I)V",
          "link(" + PATH + PATH + ")V",
          "unlink(" + PATH + ")V",
          "mknod(" + PATH + "IJ)V",
          "rename(" + PATH + PATH + ")V",
          "mkdir(" + PATH + "I)V",
          "rmdir(" + PATH + ")V",
          "readlink(" + PATH + ")[B",
          "realpath(" + PATH + ")[B",
          "symlink([B" + PATH + ")V",
          "stat(" + PATH + ATTRIBUTES + ")V",
          "stat2(" + PATH + ATTRIBUTES + ")I",
          "lstat(" + PATH + ATTRIBUTES + ")V",
          "fstat(I" + ATTRIBUTES + ")V",
          "chown(" + PATH + "II)V",
          "lchown(" + PATH + "II)V",
          "fchown(III)V",
          "chmod(" + PATH + "I)V",
          "fchmod(II)V",
          "fchmodat(I" + PATH + "II)V",
          "futimens(IJJ)V",
          "utimensat(I" + PATH + "JJI)V",
          "opendir(" + PATH + ")J",
          "readdir(J)[B",
          "access(" + PATH + "I)I",
          "fgetxattr(I[BJI)I",
          "fsetxattr(I[BJI)V",
          "fremovexattr(I[B)V",
          "openatSupported()Z");

  private static final List<String> CHANNEL_METHODS =
      List.of(
          "read(" + FD + "JI)I",
          "pread(" + FD + "JIJ)I",
          "readv(" + FD + "JI)J",
          "write(" + FD + "JI)I",
          "pwrite(" + FD + "JIJ)I",
          "writev(" + FD + "JI)J",
          "seek(" + FD + "J)J",
          "force(" + FD + "Z)I",
          "truncate(" + FD + "J)I",
          "size(" + FD + ")J",
          "available(" + FD + ")I",
          "isOther(" + FD + ")Z",
          "lock(" + FD + "ZJJZ)I",
          "release(" + FD + "JJ)V",
          "map(" + FD + "IJJZ)J",
          "setDirectIO(" + FD + STRING + ")I");

  /** Methods by their class; these must be there. */
  private static final Map<String, List<String>> REQUIRED =
      Map.of(
          FS + "UnixNativeDispatcher.", STATIC_METHODS,
          FS + "UnixPath.", List.of("openForAttributeAccess(Z)I"),
          CH + "UnixFileDispatcherImpl.", CHANNEL_METHODS,
          CH + "FileKey.", List.of("create(" + FD + ")Lsun/nio/ch/FileKey;"),
          CH + "FileChannelImpl.",
              List.of(
                  "transferToTrustedChannel(JJLjava/nio/channels/WritableByteChannel;)J",
                  "transferFromFileChannel(Lsun/nio/ch/FileChannelImpl;JJ)J"));

  /** The same, of Linux alone. */
  private static final Map<String, List<String>> OTHERS =
      Map.of(
          FS + "LinuxFileSystem.",
              List.of("directCopy(IIJ)I", "bufferedCopy(IIJIJ)V", "copyNonPosixAttributes(II)V"),
          CH + "FileDispatcherImpl.",
              List.of("transferTo(" + FD + "JJ" + FD + "Z)J", "transferFrom(" + FD + FD + "JJZ)J"));

  /** Native methods by their class; these must be there. */
  private static final Map<String, List<String>> NATIVE =
      Map.of(
          FS + "UnixNativeDispatcher.", List.of("closedir(J)V"),
          IO + "FileDescriptor.", List.of("sync0()V", "close0()V"),
          IO + "FileInputStream.",
              List.of(
                  "open0(" + STRING + ")V",
                  "read0()I",
                  "readBytes([BII)I",
                  "length0()J",
                  "position0()J",
                  "skip0(J)J",
                  "available0()I",
                  "isRegularFile0(" + FD + ")Z"),
          IO + "FileOutputStream.",
              List.of("open0(" + STRING + "Z)V", "write(IZ)V", "writeBytes([BIIZ)V"),
          IO + "RandomAccessFile.",
              List.of(
                  "open0(" + STRING + "I)V",
                  "read0()I",
                  "readBytes0([BII)I",
                  "write0(I)V",
                  "writeBytes0([BII)V",
                  "seek0(J)V",
                  "length0()J",
                  "setLength0(J)V"),
          IO + "UnixFileSystem.",
              List.of(
                  "canonicalize0(" + STRING + ")" + STRING,
                  "getBooleanAttributes0(" + FILE + ")I",
                  "checkAccess0(" + FILE + "I)Z",
                  "getLastModifiedTime0(" + FILE + ")J",
                  "getLength0(" + FILE + ")J",
                  "setPermission0(" + FILE + "IZZ)Z",
                  "createFileExclusively0(" + STRING + ")Z",
                  "delete0(" + FILE + ")Z",
                  "list0(" + FILE + ")[" + STRING,
                  "createDirectory0(" + FILE + ")Z",
                  "rename0(" + FILE + FILE + ")Z",
                  "setLastModifiedTime0(" + FILE + "J)Z",
                  "setReadOnly0(" + FILE + ")Z"));

  private static final Set<String> NATIVE_METHODS = all(NATIVE);

  private static final Set<String> CALLERS =
      Set.of(
          FS + "UnixDirectoryStream",
          IO + "FileDescriptor",
          IO + "FileInputStream",
          IO + "FileOutputStream",
          IO + "RandomAccessFile",
          IO + "UnixFileSystem");

  private FileEntries() {}

  private static Set<String> all(Map<String, List<String>> methods) {
    Set<String> all = new TreeSet<>();
    methods.forEach((owner, names) -> names.forEach(name -> all.add(owner + name)));
    return all;
  }

  /** Returns the methods that ask at their entry, and must be there. */
  static Set<String> required() {
    return all(REQUIRED);
  }

  /** Returns the methods that ask at their entry, if they are there. */
  static Set<String> others() {
    return all(OTHERS);
  }

  /** Returns the native methods, which must be called. */
  static Set<String> called() {
    return NATIVE_METHODS;
  }

  /** Returns the classes that call native methods. */
  static Set<String> callers() {
    return CALLERS;
  }

  /** At the entry of a method. */
  static void enter(CodeBuilder code, String full) {
    MethodTypeDesc type = MethodTypeDesc.ofDescriptor(full.substring(full.indexOf('(')));
    boolean isStatic =
        full.startsWith(FS + "UnixNativeDispatcher.") || full.startsWith(CH + "FileKey.");
    List<ClassDesc> types = new ArrayList<>(type.parameterList());
    List<Integer> slots = new ArrayList<>();
    for (int i = 0; i < type.parameterCount(); i++) {
      slots.add(code.parameterSlot(i));
    }
    if (!isStatic) {
      types.addFirst(CD_Object);
      slots.addFirst(0);
    }
    ask(code, full, types, slots);
    JdkEntries.unlessNull(
        code,
        then -> {
          unbox(then, type.returnType());
          then.return_(TypeKind.from(type.returnType()));
        });
  }

  /** In place of a call, if the call is one of a native method; the method, or null. */
  static String replaced(CodeBuilder code, InvokeInstruction call) {
    String owner = call.owner().asInternalName();
    if (!owner.startsWith(IO) && !owner.startsWith(FS)) {
      return null;
    }
    String full = owner + "." + call.name().stringValue() + call.type().stringValue();
    if (!NATIVE_METHODS.contains(full)) {
      return null;
    }
    MethodTypeDesc type = call.typeSymbol();
    List<ClassDesc> types = new ArrayList<>(type.parameterList());
    if (call.opcode() != Opcode.INVOKESTATIC) {
      types.addFirst(call.owner().asSymbol());
    }
    List<Integer> slots = new ArrayList<>();
    for (ClassDesc one : types.reversed()) {
      int slot = code.allocateLocal(TypeKind.from(one));
      code.storeLocal(TypeKind.from(one), slot);
      slots.addFirst(slot);
    }
    ask(code, full, types, slots);
    code.dup()
        .ifThenElse(
            Opcode.IFNONNULL,
            then -> unbox(then, type.returnType()),
            otherwise -> {
              otherwise.pop();
              for (int i = 0; i < types.size(); i++) {
                otherwise.loadLocal(TypeKind.from(types.get(i)), slots.get(i));
              }
              otherwise.with(call);
            });
    return full;
  }

  private static void ask(
      CodeBuilder code, String full, List<ClassDesc> types, List<Integer> slots) {
    code.loadConstant(
            full.substring(full.lastIndexOf('/', full.indexOf('(')) + 1, full.indexOf('(')))
        .loadConstant(types.size())
        .anewarray(CD_Object);
    for (int i = 0; i < types.size(); i++) {
      code.dup().loadConstant(i).loadLocal(TypeKind.from(types.get(i)), slots.get(i));
      ClassDesc box = box(types.get(i));
      if (box != null) {
        code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, types.get(i)));
      }
      code.aastore();
    }
    code.invokestatic(
        JdkEntries.SEAM, "call", MethodTypeDesc.of(CD_Object, CD_String, CD_Object.arrayType()));
  }

  private static ClassDesc box(ClassDesc type) {
    return switch (type.descriptorString()) {
      case "I" -> CD_Integer;
      case "J" -> CD_Long;
      case "Z" -> CD_Boolean;
      default -> null;
    };
  }

  private static void unbox(CodeBuilder code, ClassDesc type) {
    ClassDesc box = box(type);
    if (type.equals(CD_void)) {
      code.pop();
    } else if (box == null) {
      code.invokestatic(JdkEntries.SEAM, "orNull", MethodTypeDesc.of(CD_Object, CD_Object))
          .checkcast(type);
    } else {
      code.checkcast(box).invokevirtual(box, type.displayName() + "Value", MethodTypeDesc.of(type));
    }
  }
}
