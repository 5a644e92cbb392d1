package cal.bench;

import cal.sample.upload.Main;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the sample server in this process, under a model. Not thread-safe. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the sample server under a model, until SIGTERM or Ctrl-C drains it.",
      "Prints \"listening on HOST:PORT\" when clients may come."
    })
final class ServeCommand implements Callable<Integer> {
  private static final String MODEL = "cal.model";

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "upload|factor", description = "the service")
  private Service service;

  @Option(names = "--port", required = true, description = "where to listen; 0 takes a free one")
  private int port;

  @Option(
      names = "--host",
      defaultValue = "127.0.0.1",
      description = "where to listen; default: ${DEFAULT-VALUE}")
  private String host;

  @Option(
      names = "--model",
      paramLabel = "MODEL",
      description = "which model runs it (./cal models lists them); default: as configured")
  private String model;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "a setting of CAL, as cal.max-in-flight=1000; may be repeated")
  private Map<String, String> settings = new LinkedHashMap<>();

  @Option(
      names = "--store",
      description = "memory, h2:PATH or jdbc:URL; default: h2: in a fresh temporary folder")
  private String store;

  @Option(
      names = "--read-timeout",
      paramLabel = "TIME",
      description = "for the rest of a request that has begun, as 500ms; default: 30s")
  private String readTimeout;

  @Override
  public Integer call() {
    settings.forEach(this::set);
    if (model != null) {
      set(MODEL, model);
    }
    Main.main(arguments().toArray(String[]::new));
    return 0;
  }

  private void set(String key, String value) {
    if (!key.startsWith("cal.")) {
      throw Options.mistake(
          spec, "--set " + key + "=" + value + ": settings of CAL begin with cal., so add that");
    }
    System.setProperty(key, value);
  }

  private List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(List.of(service.word(), "--host", host, "--port", String.valueOf(port)));
    if (store != null) {
      arguments.addAll(List.of("--store", store));
    }
    if (readTimeout != null) {
      arguments.addAll(List.of("--read-timeout", readTimeout));
    }
    return arguments;
  }
}
