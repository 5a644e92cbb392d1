package cal.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The server, and the options of its weaving. Not thread-safe. */
final class ServerOptions {
  static final String JAVA_ARGUMENT = "JAVA-ARGUMENT";

  private static final String OWN = "cal.";

  @Spec(Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "which model runs it; default: as configured")
  private String model;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of CAL, as cal.max-in-flight=1000; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "a file of bindings and settings (cal.yaml)")
  private Path config;

  @Option(
      names = "--weave",
      paramLabel = "PATTERN[,PATTERN]",
      description = "which classes are woven, as com.acme..*; default: what the bindings name")
  private String weave;

  @Option(
      names = "--adopt",
      paramLabel = "KIND:PATTERN[,PATTERN]|FRAMEWORK",
      description =
          "takes over what these classes start themselves: threads, executors or workers; or what a"
              + " framework starts, as tomcat; may be repeated")
  private List<String> adopt = new ArrayList<>();

  @Parameters(
      paramLabel = JAVA_ARGUMENT,
      description = "after --: what java is given, as -jar server.jar")
  private List<String> arguments = new ArrayList<>();

  /**
   * Becomes the server; returns an exit status after a failure.
   *
   * @param more arguments of {@code java} beside the given
   */
  int become(String... more) {
    return Java.become(java(List.of(more)));
  }

  /** The program and arguments of the server under a model, whichever was configured. */
  List<String> commandUnder(String chosen) {
    if (model != null) {
      throw mistake("--model " + model + ": it is to be found; name those to try with --models");
    }
    List<String> command = new ArrayList<>();
    command.add(Java.program());
    command.addAll(java(List.of("-Dcal.model=" + chosen)));
    return command;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** The arguments of {@code java}: the agent, its properties, then the given arguments. */
  private List<String> java(List<String> more) {
    if (arguments.isEmpty()) {
      throw mistake("no server is named; after -- write what java is given");
    }
    List<String> java = new ArrayList<>();
    java.add("-javaagent:" + agent());
    java.addAll(more);
    java.add("-XX:+EnableDynamicAgentLoading"); // for top, without a warning of the JVM's
    for (String key : new TreeSet<>(System.getProperties().stringPropertyNames())) {
      if (key.startsWith(OWN)) { // java -Dcal.model=virtual -jar cal.jar run means the server
        java.add(property(key, System.getProperty(key)));
      }
    }
    if (model != null) {
      java.add(property("cal.model", model));
    }
    settings.forEach(
        (key, value) -> {
          if (!key.startsWith(OWN)) {
            throw mistake(
                "--set " + key + "=" + value + ": settings of CAL begin with cal., so add that");
          }
          java.add(property(key, value));
        });
    if (config != null) {
      if (!Files.isRegularFile(config)) {
        throw mistake("--config " + config + " is no file");
      }
      java.add(property("cal.config", config.toString()));
    }
    if (weave != null) {
      java.add(property("cal.weave", weave));
    }
    if (!adopt.isEmpty()) {
      java.add(property("cal.adopt", String.join(";", adopt)));
    }
    java.addAll(arguments);
    return java;
  }

  private Path agent() {
    try {
      return AgentJar.path();
    } catch (IllegalStateException none) {
      throw mistake(none.getMessage());
    }
  }

  private static String property(String key, String value) {
    return "-D" + key + "=" + value;
  }

  ParameterException mistake(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
