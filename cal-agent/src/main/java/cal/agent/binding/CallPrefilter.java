package cal.agent.binding;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Tells from the constants of a class file whether the class calls a method advised by the aspects
 * of adoption and the library's seams: to ask AspectJ takes a hundred times as long, and most
 * classes call nothing of the kind. In doubt the answer is yes. Thread-safe.
 */
public final class CallPrefilter {
  /** The types whose methods of a name, or of sub-types, may be advised. */
  private static final Map<String, Set<String>> OWNERS = new HashMap<>();

  /** The same for making or starting threads. */
  private static final Map<String, Set<String>> THREADS = new HashMap<>();

  /** The same for executors with a choice of threads. */
  private static final Map<String, Set<String>> EXECUTORS = new HashMap<>();

  private static final String READ = "read";

  static {
    advised(THREADS, "java/lang/Thread", "<init>", "start");
    advised(THREADS, "java/util/concurrent/ThreadFactory", "newThread");
    advised(THREADS, "java/util/concurrent/Executors", "defaultThreadFactory");
    advised(EXECUTORS, "java/util/concurrent/ThreadPoolExecutor", "<init>", "setThreadFactory");
    advised(
        EXECUTORS,
        "java/util/concurrent/Executors",
        "newFixedThreadPool",
        "newCachedThreadPool",
        "newScheduledThreadPool",
        "newSingleThreadExecutor",
        "newSingleThreadScheduledExecutor");
    for (Map<String, Set<String>> some : List.of(THREADS, EXECUTORS)) {
      some.forEach((method, types) -> types.forEach(type -> advised(type, method)));
    }
    advised("java/lang/Object", "wait", "notify", "notifyAll");
    advised(
        "java/lang/Thread",
        "currentThread",
        "isAlive",
        "interrupt",
        "isInterrupted",
        "getState",
        "getStackTrace",
        "join",
        "setDaemon",
        "isDaemon",
        "setContextClassLoader");
    advised("java/lang/Runtime", "addShutdownHook", "removeShutdownHook");
    advised("java/util/concurrent/locks/LockSupport", "unpark", "getBlocker");
    advised("java/util/concurrent/TimeUnit", "timedJoin");
    advised("java/io/InputStream", READ, "transferTo");
    advised("java/io/Reader", READ);
    advised("java/nio/channels/Channels", "newChannel");
    for (String file : List.of("InputStream", "OutputStream", "Reader", "Writer")) {
      advised("java/io/File" + file, "<init>");
    }
    advised("java/io/RandomAccessFile", "<init>");
    advised("java/io/File", "renameTo", "delete", "mkdir", "mkdirs");
    advised("java/io/FileDescriptor", "sync");
    Arrays.stream(Files.class.getMethods())
        .forEach(m -> advised("java/nio/file/Files", m.getName()));
    advised(
        "java/nio/channels/FileChannel",
        "transferTo",
        "transferFrom",
        READ,
        "write",
        "force",
        "truncate");
    advised("java/net/ServerSocket", "<init>", "accept", "implAccept", "bind", "close");
    advised("java/net/Socket", "<init>", "getInputStream", "getOutputStream");
    advised(
        "java/net/InetAddress",
        "getByName",
        "getAllByName",
        "getLocalHost",
        "getHostName",
        "getCanonicalHostName");
    advised("java/net/InetSocketAddress", "<init>", "getHostName");
    advised("javax/net/ServerSocketFactory", "createServerSocket");
    advised("javax/net/SocketFactory", "createSocket");
  }

  private static void advised(String type, String... methods) {
    advised(OWNERS, type, methods);
  }

  private static void advised(Map<String, Set<String>> owners, String type, String... methods) {
    for (String method : methods) {
      owners.computeIfAbsent(method, none -> new HashSet<>()).add(type);
    }
  }

  private static final Set<String> WAITS = Set.of("()V", "(J)V", "(JI)V");

  private static final Set<String> OBJECT = Set.of("java/lang/Object");

  private final ClassLoader loader;

  /** The calls to look for. */
  private final Map<String, Set<String>> sought;

  /** The types above extended by a type, by its internal name; empty for a missing type. */
  private final Map<String, Optional<Set<String>>> known = new ConcurrentHashMap<>();

  /**
   * Makes a filter for the classes of a loader.
   *
   * @param loader whose resources have the class files
   */
  public CallPrefilter(ClassLoader loader) {
    this(loader, OWNERS);
  }

  private CallPrefilter(ClassLoader loader, Map<String, Set<String>> sought) {
    this.loader = loader;
    this.sought = sought;
  }

  /** A filter for calls that make or start threads. */
  public static CallPrefilter ofThreads(ClassLoader loader) {
    return new CallPrefilter(loader, THREADS);
  }

  /** A filter for calls that make adoptable executors. */
  public static CallPrefilter ofExecutors(ClassLoader loader) {
    return new CallPrefilter(loader, EXECUTORS);
  }

  /** Whether a type is another, or extends it, by internal names; false for a missing type. */
  public boolean isA(String type, String above) {
    return extended(type).map(all -> all.contains(above)).orElse(false);
  }

  /** Whether a class file has a call of such a method; the JVM refuses an unreadable one itself. */
  public boolean any(byte[] classFile) {
    try {
      for (PoolEntry entry : ClassFile.of().parse(classFile).constantPool()) {
        if (entry instanceof MemberRefEntry call
            && !(call instanceof FieldRefEntry)
            && mayBeAdvised(call)) {
          return true;
        }
      }
      return false;
    } catch (IllegalArgumentException unreadable) {
      return false;
    }
  }

  private boolean mayBeAdvised(MemberRefEntry call) {
    String method = call.name().stringValue();
    if (method.equals("wait") && !WAITS.contains(call.type().stringValue())) {
      return false;
    }
    Set<String> owners = sought.get(method.startsWith(READ) ? READ : method);
    return owners != null
        && extended(call.owner().asInternalName())
            .map(all -> !Collections.disjoint(all, owners))
            .orElse(true);
  }

  private Optional<Set<String>> extended(String type) {
    Optional<Set<String>> all = known.get(type);
    if (all == null) {
      all = type.startsWith("java/") || type.startsWith("javax/") ? ofJdk(type) : ofServer(type);
      known.put(type, all);
    }
    return all;
  }

  /** Loaded, but not initialised: quicker than a read of the file. */
  private static Optional<Set<String>> ofJdk(String type) {
    try {
      ClassLoader jdk = ClassLoader.getPlatformClassLoader();
      Class<?> known = Class.forName(type.replace('/', '.'), false, jdk);
      Set<String> all = new HashSet<>(OBJECT);
      for (Set<String> owners : OWNERS.values()) {
        for (String owner : owners) {
          if (Class.forName(owner.replace('/', '.'), false, jdk).isAssignableFrom(known)) {
            all.add(owner);
          }
        }
      }
      return Optional.of(all);
    } catch (ClassNotFoundException | LinkageError none) {
      return Optional.empty();
    }
  }

  private Optional<Set<String>> ofServer(String type) {
    Set<String> all = new HashSet<>(OBJECT);
    if (type.startsWith("[")) {
      return Optional.of(all);
    }
    try (InputStream file = loader.getResourceAsStream(type + ".class")) {
      if (file == null) {
        return Optional.empty();
      }
      for (String parent : parents(file.readAllBytes())) {
        Optional<Set<String>> more = extended(parent);
        if (more.isEmpty()) {
          return more;
        }
        all.addAll(more.get());
      }
      return Optional.of(all);
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private static List<String> parents(byte[] classFile) {
    ClassModel model = ClassFile.of().parse(classFile);
    return Stream.concat(model.superclass().stream(), model.interfaces().stream())
        .map(ClassEntry::asInternalName)
        .toList();
  }
}
