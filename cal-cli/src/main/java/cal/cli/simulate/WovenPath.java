package cal.cli.simulate;

import cal.agent.load.BuiltServer;
import cal.agent.load.WovenFolder;
import cal.agent.path.ClassPath;
import cal.cli.server.ServerProcess;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The class path of a server, with its woven classes in front where a file binds it: each seed has
 * classes of its own, so they are woven once and before. Immutable; owns a folder.
 *
 * @param text the class path
 * @param settings of the file
 * @param isWoven whether a model can run the server
 * @param folder of the woven classes; null without
 */
public record WovenPath(String text, Map<String, String> settings, boolean isWoven, Path folder)
    implements AutoCloseable {

  /**
   * A class path.
   *
   * @param classPath of the server
   * @param config a file of bindings; null for none
   * @throws Failure if the server cannot be woven
   */
  public static WovenPath of(String classPath, Path config)
      throws IOException, InterruptedException {
    if (config == null) {
      return new WovenPath(classPath, Map.of(), BuiltServer.isOn(classPath), null);
    }
    Path folder = Files.createTempDirectory("woven-");
    try {
      weave(classPath, config, folder);
      String text =
          String.join(
              File.pathSeparator, folder.toString(), classPath, BuildLayout.agent().toString());
      return new WovenPath(text, settings(folder), true, folder);
    } catch (IOException | InterruptedException | RuntimeException failure) {
      delete(folder);
      throw failure;
    }
  }

  /** Whether a class is on the path. */
  public boolean has(String type) throws IOException {
    return !ClassPath.of(text, Path.of("")).all(ClassPath.fileOf(type)).isEmpty();
  }

  private static void weave(String classPath, Path config, Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                List.of(
                    ServerProcess.java(),
                    "-XX:TieredStopAtLevel=1",
                    "-javaagent:" + BuildLayout.agent(),
                    "-Dcal.config=" + config,
                    "-cp",
                    classPath,
                    WovenFolder.class.getName(),
                    folder.toString()))
            .redirectErrorStream(true)
            .start();
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new Failure(
            2, "the server cannot be woven: " + said.strip().replaceFirst("^cal: ", ""));
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Map<String, String> settings(Path folder) throws IOException {
    Properties read = new Properties();
    try (InputStream in = Files.newInputStream(folder.resolve(WovenFolder.SETTINGS))) {
      read.load(in);
    }
    Map<String, String> settings = new TreeMap<>();
    read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
    return settings;
  }

  @Override
  public void close() throws IOException {
    if (folder != null) {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }
}
