package cal.simulation.internal.rewrite;

import static cal.simulation.internal.rewrite.JdkEntries.type;
import static java.lang.constant.ConstantDescs.CD_Class;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_byte;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The methods of the JDK that are of the process and its machine: a run has no end of the process,
 * no garbage collection, a process id and names of its own, and native code for the JDK alone.
 * Stateless.
 */
final class ProcessEntries {
  static final ClassDesc SEAM = ClassDesc.of("cal.simulation.seam.ProcessSeam");
  private static final ClassDesc ADDRESS = ClassDesc.of("java.net.InetAddress");
  private static final long PID = 1_000;

  private ProcessEntries() {}

  /** Adds all. */
  static void put(Map<String, Consumer<CodeBuilder>> others) {
    for (String load : new String[] {"load0", "loadLibrary0"}) {
      others.put(
          "java/lang/Runtime." + load + "(Ljava/lang/Class;Ljava/lang/String;)V",
          code ->
              code.aload(1)
                  .aload(2)
                  .invokestatic(SEAM, "library", type(CD_void, CD_Class, CD_String)));
    }
    others.put("java/io/DeleteOnExitHook.add(Ljava/lang/String;)V", inRun(CodeBuilder::return_));
    for (String read :
        new String[] {
          "UnixPath.toRealPath([Ljava/nio/file/LinkOption;)Ljava/nio/file/Path;",
          "UnixFileSystemProvider.newByteChannel(Ljava/nio/file/Path;Ljava/util/Set;"
              + "[Ljava/nio/file/attribute/FileAttribute;)Ljava/nio/channels/SeekableByteChannel;"
        }) {
      others.put(
          "sun/nio/fs/" + read,
          code ->
              code.aload(read.startsWith("UnixPath.") ? 0 : 1)
                  .invokestatic(SEAM, "file", type(CD_void, CD_Object)));
    }
    for (String end : new String[] {"exit(I)V", "halt(I)V"}) {
      others.put(
          "java/lang/Runtime." + end,
          code -> code.iload(1).invokestatic(SEAM, "exit", type(CD_void, CD_int)));
    }
    others.put(
        "java/lang/Runtime.addShutdownHook(Ljava/lang/Thread;)V", inRun(CodeBuilder::return_));
    others.put(
        "java/lang/Runtime.removeShutdownHook(Ljava/lang/Thread;)Z",
        inRun(code -> code.iconst_1().ireturn()));
    others.put(
        "sun/net/www/http/KeepAliveCache.get(Ljava/net/URL;Ljava/lang/Object;)"
            + "Lsun/net/www/http/HttpClient;",
        code -> code.aload(0).invokestatic(SEAM, "cache", type(CD_void, CD_Object)));
    others.put(
        "java/net/InetAddress$PlatformResolver.lookupByName"
            + "(Ljava/lang/String;Ljava/net/spi/InetAddressResolver$LookupPolicy;)"
            + "Ljava/util/stream/Stream;",
        code -> code.aload(1).invokestatic(SEAM, "lookup", type(CD_void, CD_String)));
    others.put(
        "java/net/InetAddress$PlatformResolver.lookupByAddress([B)Ljava/lang/String;",
        code ->
            JdkEntries.unlessNull(
                code.aload(1).invokestatic(SEAM, "nameOf", type(CD_String, CD_byte.arrayType())),
                CodeBuilder::areturn));
    others.put(
        "java/net/InetAddress.getLocalHost()Ljava/net/InetAddress;",
        inRun(code -> code.invokestatic(ADDRESS, "getLoopbackAddress", type(ADDRESS)).areturn()));
    others.put(
        "java/lang/ProcessHandleImpl.pid()J", inRun(code -> code.loadConstant(PID).lreturn()));
    beans(others);
    collection(others);
  }

  /** The entry of a method with an answer of its own in a run. */
  static Consumer<CodeBuilder> inRun(Consumer<CodeBuilder> answer) {
    return code -> code.invokestatic(SEAM, "simulated", type(CD_boolean)).ifThen(answer::accept);
  }

  /** The bean of the process, which loggers ask. */
  private static void beans(Map<String, Consumer<CodeBuilder>> others) {
    String bean = "sun/management/RuntimeImpl.";
    others.put(
        bean + "getName()Ljava/lang/String;",
        inRun(code -> code.loadConstant(PID + "@localhost").areturn()));
    for (String time : new String[] {"getUptime", "getStartTime"}) {
      others.put(
          bean + time + "()J",
          inRun(code -> code.invokestatic(SEAM, time, type(CD_long)).lreturn()));
    }
    // No thread of a run takes time of a core: a program that asks first goes on without.
    for (String time :
        new String[] {"isThreadCpuTimeSupported", "isCurrentThreadCpuTimeSupported"}) {
      others.put(
          "sun/management/ThreadImpl." + time + "()Z", inRun(code -> code.iconst_0().ireturn()));
    }
  }

  /** The end of an object is no event of a run: nobody is told of garbage. */
  private static void collection(Map<String, Consumer<CodeBuilder>> others) {
    others.put(
        "jdk/internal/ref/CleanerImpl.start"
            + "(Ljava/lang/ref/Cleaner;Ljava/util/concurrent/ThreadFactory;)V",
        inRun(CodeBuilder::return_));
    others.put(
        "java/util/Timer$ThreadReaper.run()V",
        code ->
            code.invokestatic(SEAM, "simulated", type(CD_boolean))
                .ifThen(Opcode.IFEQ, CodeBuilder::return_));
    others.put(
        "java/lang/ref/ReferenceQueue.remove()Ljava/lang/ref/Reference;",
        code -> code.lconst_0().invokestatic(SEAM, "garbage", type(CD_boolean, CD_long)).pop());
    others.put(
        "java/lang/ref/ReferenceQueue.remove(J)Ljava/lang/ref/Reference;",
        code ->
            code.lload(1)
                .invokestatic(SEAM, "garbage", type(CD_boolean, CD_long))
                .ifThen(then -> then.aconst_null().areturn()));
  }
}
