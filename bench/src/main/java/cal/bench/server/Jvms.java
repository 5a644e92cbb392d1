package cal.bench.server;

import cal.bench.experiment.Parameters;
import cal.bench.process.Cores;
import cal.cli.server.ServerProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * How the JVMs of servers are started: all with the same collector, one heap, and the servers'
 * cores. Immutable.
 *
 * @param heap as {@code 512m}
 * @param cores 1, or 2, of which the clients have one as well
 */
public record Jvms(String heap, int cores) {
  /** The collector of all of them. */
  public static final String COLLECTOR = "Serial";

  /** Flags that start a JVM sooner. */
  public static final List<String> FAST_START = List.of("-XX:TieredStopAtLevel=1");

  private static final List<String> HEAPS = List.of("64m", "128m", "256m", "512m", "1g", "2g");

  /** By {@code heap} of a file. */
  public static String heap(Parameters parameters, String unlessSet) {
    return parameters.one("heap", unlessSet, HEAPS);
  }

  /**
   * Flags of a heap whose collections give back what they have freed, so that memory says what is
   * used.
   *
   * @param youngMegabytes of its young generation, which stays
   */
  public static List<String> smallHeap(int youngMegabytes) {
    return List.of(
        "-Xms" + (youngMegabytes + 8) + "m",
        "-Xmn" + youngMegabytes + "m",
        "-XX:MinHeapFreeRatio=5",
        "-XX:MaxHeapFreeRatio=10");
  }

  /** A command on the servers' cores, up to the main class. */
  public List<String> java(String classPath, List<String> flags) {
    return java(Cores.servers(cores), classPath, flags);
  }

  /** The same on the clients' core. */
  public List<String> javaBesideClients(String classPath, List<String> flags) {
    return java(Cores.clients(), classPath, flags);
  }

  /** The same of a program that is no server of this house: {@code words} follow the heap. */
  public List<String> javaOfOthers(List<String> words) {
    List<String> command = new ArrayList<>(Cores.servers(cores));
    command.add(ServerProcess.java());
    command.addAll(memory());
    command.addAll(words);
    return command;
  }

  private List<String> java(List<String> place, String classPath, List<String> flags) {
    List<String> command = new ArrayList<>(place);
    command.addAll(ServerProcess.java(classPath));
    command.addAll(
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
    command.addAll(memory());
    command.addAll(flags);
    return command;
  }

  private List<String> memory() {
    return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+Use" + COLLECTOR + "GC");
  }
}
