package cal.agent.load;

import cal.agent.path.ClassPath;
import cal.core.internal.start.LoadTime;
import cal.core.spi.ConcurrencyModel;
import cal.weave.record.RecordWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The report of {@code ./cal doctor} about a server that was woven when it was built: its record,
 * and the parts that its class path lacks. The agent itself has all of them. Immutable.
 */
public record BuiltServer(ClassPath classPath, Map<Path, byte[]> records) {
  private static final Map<String, String> NEEDED =
      Map.of(
          "cal.core.ActivityCapture", "org.calaspects:cal-core",
          "org.aspectj.runtime.internal.AroundClosure", "org.aspectj:aspectjrt");

  /** A server of this class path, with the records that stand there. */
  static BuiltServer of(ClassPath classPath) throws IOException {
    return new BuiltServer(classPath, classPath.all(RecordWriter.RESOURCE));
  }

  /**
   * Whether anything on a class path was woven when it was built.
   *
   * @param classPath as {@code java} is given it
   */
  public static boolean isOn(String classPath) {
    try {
      return of(ClassPath.of(classPath, Path.of(""))).isWoven();
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the class path " + classPath, unreadable);
    }
  }

  boolean isWoven() {
    return !records.isEmpty();
  }

  /** The report: texts, lists and mappings. */
  Map<String, Object> report(ClassLoader loader) throws IOException {
    LoadTime.requireValid(loader);
    Map<String, String> models = LoadTime.plan(loader);
    List<String> lines = new ArrayList<>();
    for (byte[] record : records.values()) {
      new String(record, StandardCharsets.UTF_8).lines().forEach(lines::add);
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("java", Diagnosis.java());
    report.put("woven-when-built", records.keySet().stream().map(Path::toString).toList());
    report.put("agent", "not needed; start the server by java, without -javaagent");
    report.put("missing", missing(models));
    report.put("stages", Diagnosis.stages(lines, models, signature -> {}));
    report.put("settings", LoadTime.settingsInForce(loader));
    return report;
  }

  private List<String> missing(Map<String, String> models) throws IOException {
    List<String> missing = new ArrayList<>();
    for (Map.Entry<String, String> needed : NEEDED.entrySet()) {
      if (isMissing(needed.getKey())) {
        missing.add(needed.getValue() + ": put it on the class path of the server");
      }
    }
    for (ConcurrencyModel model : ServiceLoader.load(ConcurrencyModel.class)) {
      String name = model.name();
      if (models.values().stream().anyMatch(one -> one.startsWith(name + " "))
          && isMissing(model.getClass().getName())) {
        missing.add("model " + name + ": put the module that has it on the class path");
      }
    }
    return missing.stream().sorted().toList();
  }

  private boolean isMissing(String type) throws IOException {
    return classPath.all(ClassPath.fileOf(type)).isEmpty();
  }
}
