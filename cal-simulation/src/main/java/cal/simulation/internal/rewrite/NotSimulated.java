package cal.simulation.internal.rewrite;

import java.util.HashMap;
import java.util.Map;

/** The methods of the JDK that a run refuses, and what each gives. Stateless. */
final class NotSimulated {
  /** By {@code owner.name(type)}. */
  static final Map<String, String> METHODS = new HashMap<>();

  private static final String CHANNELS = "java/nio/channels/";

  /** Of a provider that the program has found without the JDK's own way. */
  private static final String REAL =
      "a socket or a selector of the system; open it by Selector.open(), SocketChannel.open() or"
          + " java.net";

  static {
    METHODS.put(
        "java/lang/ProcessBuilder.start([Ljava/lang/ProcessBuilder$Redirect;)Ljava/lang/Process;",
        "another process; call its code");
    METHODS.put(
        "java/lang/foreign/Linker.nativeLinker()Ljava/lang/foreign/Linker;",
        "native code; only Java is simulated");
    METHODS.put(
        "java/security/SecureRandom.getInstanceStrong()Ljava/security/SecureRandom;",
        "strong random numbers; only new SecureRandom() is by the seed");
    for (String provider : new String[] {"Ljava/lang/String;", "Ljava/security/Provider;"}) {
      METHODS.put(
          "java/security/SecureRandom.getInstance(Ljava/lang/String;"
              + provider
              + ")Ljava/security/SecureRandom;",
          "random numbers of a named provider; name the algorithm alone");
    }
    for (String figures :
        new String[] {
          "getThreadCount()I",
          "getPeakThreadCount()I",
          "getTotalStartedThreadCount()J",
          "getDaemonThreadCount()I",
          "getAllThreadIds()[J",
          "getThreadInfo([JI)[Ljava/lang/management/ThreadInfo;",
          "getThreadInfo(JI)Ljava/lang/management/ThreadInfo;",
          "getThreadInfo([JZZI)[Ljava/lang/management/ThreadInfo;",
          "dumpAllThreads(ZZI)[Ljava/lang/management/ThreadInfo;",
          "findMonitorDeadlockedThreads()[J",
          "findDeadlockedThreads()[J",
          "getThreadCpuTime(J)J",
          "getThreadUserTime(J)J",
          "getCurrentThreadUserTime()J",
          "getCurrentThreadCpuTime()J"
        }) {
      METHODS.put(
          "sun/management/ThreadImpl." + figures,
          "figures of the JVM's threads; count what the program does");
    }
    for (String all :
        new String[] {
          "Thread.getAllStackTraces()Ljava/util/Map;",
          "ThreadGroup.activeCount()I",
          "ThreadGroup.enumerate([Ljava/lang/Thread;Z)I"
        }) {
      METHODS.put("java/lang/" + all, "all threads of the JVM; keep the program's own");
    }
    metal();
    channel("DatagramChannel");
    channel("AsynchronousSocketChannel");
    channel("AsynchronousServerSocketChannel");
    METHODS.put(
        CHANNELS
            + "AsynchronousFileChannel.open(Ljava/nio/file/Path;Ljava/util/Set;"
            + "Ljava/util/concurrent/ExecutorService;[Ljava/nio/file/attribute/FileAttribute;)"
            + "Ljava/nio/channels/AsynchronousFileChannel;",
        "an AsynchronousFileChannel; use a FileChannel");
    METHODS.put(
        "sun/nio/fs/LinuxFileSystem.newWatchService()Ljava/nio/file/WatchService;",
        "a watch of files; list the folder again");
    METHODS.put("sun/nio/ch/SelectorImpl.<init>(Ljava/nio/channels/spi/SelectorProvider;)V", REAL);
    for (String type : new String[] {"SocketChannelImpl", "ServerSocketChannelImpl"}) {
      METHODS.put(
          "sun/nio/ch/%s.<init>(Ljava/nio/channels/spi/SelectorProvider;Ljava/net/ProtocolFamily;)V"
              .formatted(type),
          REAL);
    }
    METHODS.put("sun/nio/ch/NioSocketImpl.<init>(Z)V", REAL);
    METHODS.put("sun/nio/ch/PipeImpl.<init>(Ljava/nio/channels/spi/SelectorProvider;)V", REAL);
    METHODS.put(
        "sun/nio/ch/DatagramChannelImpl.<init>"
            + "(Ljava/nio/channels/spi/SelectorProvider;Ljava/net/ProtocolFamily;Z)V",
        REAL);
    METHODS.put(
        "java/net/DatagramSocket.createDelegate(Ljava/net/SocketAddress;Ljava/lang/Class;)"
            + "Ljava/net/DatagramSocket;",
        "a datagram socket; only TCP is simulated");
  }

  private NotSimulated() {}

  /** Of the JVM itself: its native code writes real files, and calls from threads of its own. */
  private static void metal() {
    for (String root : new String[] {"userRoot", "systemRoot"}) {
      METHODS.put(
          "java/util/prefs/FileSystemPreferencesFactory."
              + root
              + "()Ljava/util/prefs/Preferences;",
          "Preferences, whose files are real; keep settings in a file");
    }
    for (String start : new String[] {"start()V", "scheduleStart(Ljava/time/Duration;)V"}) {
      METHODS.put(
          "jdk/jfr/Recording." + start, "a recording of the JVM; note what the program does");
    }
    String tools = "com/sun/management/internal/";
    METHODS.put(
        tools + "HotSpotDiagnostic.dumpHeap(Ljava/lang/String;Z)V",
        "a dump of the JVM's heap; run the program alone");
    METHODS.put(
        tools
            + "DiagnosticCommandImpl.invoke(Ljava/lang/String;[Ljava/lang/Object;"
            + "[Ljava/lang/String;)Ljava/lang/Object;",
        "a diagnostic command of the JVM; run the program alone");
    METHODS.put(
        "sun/management/NotificationEmitterSupport.addNotificationListener("
            + "Ljavax/management/NotificationListener;Ljavax/management/NotificationFilter;"
            + "Ljava/lang/Object;)V",
        "a listener to the JVM's memory; look at Runtime.freeMemory()");
    METHODS.put(
        "jdk/internal/misc/Signal.handle(Ljdk/internal/misc/Signal;"
            + "Ljdk/internal/misc/Signal$Handler;)Ljdk/internal/misc/Signal$Handler;",
        "a handler of a signal; call what it does");
  }

  private static void channel(String type) {
    String what = "a " + type + "; use a SocketChannel, or java.net.Socket";
    String group = "(Ljava/nio/channels/AsynchronousChannelGroup;)";
    boolean asynchronous = type.startsWith("Asynchronous");
    String result = "L" + CHANNELS + type + ";";
    METHODS.put(CHANNELS + type + ".open" + (asynchronous ? group : "()") + result, what);
    if (!asynchronous) {
      METHODS.put(CHANNELS + type + ".open(Ljava/net/ProtocolFamily;)" + result, what);
    }
  }
}
