package cal.cli;

import cal.agent.load.BuiltServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code node}: becomes the {@code java} of a node, which makes the calls that a server
 * hands off to its cluster. Not thread-safe.
 */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a node of a cluster, on the class path of a server: it makes the calls of stages with",
      "model cluster. The server's jar must be the same, and have cal-cluster beside it. A server",
      "that run weaves is woven here too: give the same --config.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  ${ROOT-COMMAND-NAME} node --join 127.0.0.1:5701 -- -jar server.jar",
      "  ${ROOT-COMMAND-NAME} node --join 127.0.0.1:5701 --config cal.yaml -- -cp"
          + " server.jar:cal-cluster.jar:hazelcast.jar",
      "  ${ROOT-COMMAND-NAME} node --join 10.0.0.5:5701 --listen 10.0.0.6:5701 --secret-file"
          + " secret.txt -- -cp server.jar"
    })
final class NodeCommand implements Callable<Integer> {
  private static final String MAIN = "cal.cluster.Node";
  private static final Pattern MODULE = Pattern.compile("-m|--module(=.*)?");
  private static final String WITH_VALUE = "--class-path=";
  private static final List<String> PATHS = List.of("-jar", "-cp", "-classpath", "--class-path");

  /** Other options of java whose value may be a word of its own. */
  private static final List<String> VALUED =
      List.of(
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--limit-modules",
          "--enable-native-access",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module");

  @Spec private CommandSpec spec;

  @Option(
      names = "--join",
      required = true,
      paramLabel = "HOST:PORT",
      description =
          "where the server listens: its cal.cluster.listen; several separated by commas, or"
              + " multicast")
  private String join;

  @Option(
      names = "--listen",
      defaultValue = "127.0.0.1:0",
      paramLabel = "HOST:PORT",
      description = "where the node listens; default: a free port of this machine alone")
  private String listen;

  @Option(
      names = "--limit",
      paramLabel = "CALLS",
      description = "how many calls it makes at a time; default: one a core")
  private String limit;

  @Option(
      names = "--secret-file",
      paramLabel = "FILE",
      description = "the secret of the cluster; needed to listen for other machines")
  private String secretFile;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "the file of bindings and settings of a server that run weaves (cal.yaml)")
  private Path config;

  @Parameters(
      paramLabel = ServerOptions.JAVA_ARGUMENT,
      description = "after --: what java is given for the server, as -jar server.jar")
  private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() {
    return Java.become(java());
  }

  /** The arguments of {@code java}: properties, those that are given, and the node's program. */
  List<String> java() {
    List<String> java = new ArrayList<>();
    java.add("--sun-misc-unsafe-memory-access=allow"); // Hazelcast's, without a warning of the JVM
    set(java, "join", join);
    set(java, "listen", listen);
    set(java, "limit", limit);
    set(java, "secret-file", secretFile);
    addAgent(addServer(java), java);
    java.add(MAIN);
    return java;
  }

  /**
   * The options of java alone: the program is the node's, and takes no arguments.
   *
   * @return the server's class path
   */
  private String addServer(List<String> java) {
    String classPath = null;
    String before = "";
    for (Iterator<String> rest = arguments.iterator(); rest.hasNext(); ) {
      String argument = rest.next();
      boolean value = PATHS.contains(before) || VALUED.contains(before);
      if (!value && !argument.startsWith("-") && !argument.startsWith("@")) {
        throw refused(argument + " is no option of java");
      }
      if (!value && MODULE.matcher(argument).matches()) {
        throw refused(argument + " names a program");
      }
      if (before.equals("-jar") && rest.hasNext()) {
        throw refused(rest.next() + " is for the server, after -jar " + argument);
      }
      boolean path = !value && PATHS.contains(argument);
      if (PATHS.contains(before)) {
        classPath = argument;
      } else if (!value && argument.startsWith(WITH_VALUE)) {
        classPath = argument.substring(WITH_VALUE.length());
      }
      java.add(path ? "-cp" : argument);
      before = value ? "" : argument;
    }
    if (classPath == null) {
      throw new ParameterException(
          spec.commandLine(),
          "no class path is given; after -- write the server's, as -jar server.jar");
    }
    return classPath;
  }

  /** The agent weaves a server's regions on its nodes, too, and brings what CAL is made of. */
  private void addAgent(String classPath, List<String> java) {
    if (config != null) {
      java.add("-Dcal.config=" + config);
    }
    if (!BuiltServer.isOn(classPath)) {
      java.add("-javaagent:" + agent());
    }
  }

  private Path agent() {
    try {
      return AgentJar.path();
    } catch (IllegalStateException none) {
      throw new ParameterException(spec.commandLine(), none.getMessage());
    }
  }

  private ParameterException refused(String what) {
    return new ParameterException(
        spec.commandLine(),
        what
            + ", and a node has a program of its own; after -- write options of java, and -jar"
            + " server.jar last");
  }

  private static void set(List<String> java, String setting, String value) {
    if (value != null) {
      java.add("-Dcal.cluster." + setting + "=" + value);
    }
  }
}
