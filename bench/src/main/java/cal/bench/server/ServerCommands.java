package cal.bench.server;

import cal.bench.baseline.HandWritten;
import cal.cli.server.OrbServers;
import cal.cli.server.WebServers;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import cal.sample.upload.Main;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands of the servers that are measured: woven ones under a model, hand-written ones, and
 * the ORB as it is. Immutable.
 *
 * @param jvms how they are started
 * @param service as {@link Services} names it
 * @param loops how many event loops, where a server has a number of them
 * @param flags more flags of each JVM
 */
public record ServerCommands(Jvms jvms, String service, int loops, List<String> flags) {
  static final String CLASS_PATH = System.getProperty("java.class.path");

  /** Has a woven server refuse nobody who has waited long, be that while it was held. */
  static final String REFUSES_NOBODY = "-Dcal.max-in-flight=16384";

  /** The store of an upload server, in its command. */
  public static final String MEMORY = "memory";

  private static final String PROACTOR = "proactor";

  /** Refuses to go on where the build has not made the unwoven server. */
  public static void requireBuilt() {
    if (!Files.isReadable(unwoven())) {
      throw new Failure(2, "no " + unwoven() + "; build it by 'mvn package'");
    }
  }

  /** The upload sample as it was before its weaving. */
  public static Path unwoven() {
    return BuildLayout.built().resolve("baseline").resolve("sample-upload-server-unwoven.jar");
  }

  /** Of the sample server, woven when it was built, under a model. */
  public List<String> model(String name) {
    return sample(jvms.java(CLASS_PATH, chosen(name)));
  }

  private List<String> sample(List<String> java) {
    java.addAll(List.of(Main.class.getName(), Services.protocol(service), "--port", "0"));
    if (!service.equals(Services.FACTOR)) {
      java.addAll(List.of("--store", MEMORY));
    }
    return java;
  }

  /** The same, woven when loaded, by the file of signatures beside the sample. */
  public List<String> declared(String name) {
    String libraries = BuildLayout.libraries("picocli", "h2", "HikariCP", "slf4j");
    List<String> command = jvms.java(unwoven() + File.pathSeparator + libraries, chosen(name));
    Path file = BuildLayout.root().resolve("sample-upload-server").resolve("cal.yaml");
    command.add("-javaagent:" + BuildLayout.agent());
    command.addAll(List.of("-Dcal.config=" + file, "-Dcal.cache=none"));
    return sample(command);
  }

  /** Of both services of the sample server in one process, under a model. */
  List<String> every(String model) {
    List<String> command = jvms.java(CLASS_PATH, chosen(model));
    command.add(EveryService.class.getName());
    return command;
  }

  /** The model of a server, and its loops, where it may have several; the server's flags win. */
  private List<String> chosen(String model) {
    String looped = model.equals(PROACTOR) ? PROACTOR : "reactive-pool";
    List<String> chosen = new ArrayList<>();
    chosen.addAll(List.of("-Dcal.model=" + model, "-Dcal." + looped + ".loops=" + loops));
    chosen.addAll(flags);
    return chosen;
  }

  /** A hand-written server: a peer, or the twin of a model. */
  public List<String> byHand(String name) {
    List<String> command = jvms.java(unwoven() + File.pathSeparator + CLASS_PATH, flags);
    command.addAll(List.of(HandWritten.class.getName(), Services.protocol(service)));
    command.addAll(List.of("--model", name, "--loops", "" + loops, "--store", MEMORY));
    return command;
  }

  /** The ORB under a model, or under two, {@code connection+request}. */
  public List<String> orb(String name) {
    String[] models = name.split("\\+", 2);
    List<String> chosen = chosen(models[0]);
    chosen.addFirst("-Dcal.stage.request.model=" + models[models.length - 1]);
    List<String> command = jvms.java(OrbServers.classPathText(false), chosen);
    command.addAll(List.of(OrbServers.MAIN, "--port", "0"));
    return command;
  }

  /** The web server under a model. */
  public List<String> web(String model) {
    return web(jvms.java(WebServers.classPathText(), chosen(model)), WebServers.MAIN);
  }

  /** The web server over a proactor. */
  List<String> proactive() {
    List<String> chosen = new ArrayList<>(List.of("-Dcal.proactor.loops=" + loops));
    chosen.addAll(flags);
    return web(jvms.java(WebServers.plainClassPathText(), chosen), WebServers.PROACTIVE);
  }

  private static List<String> web(List<String> command, String main) {
    command.addAll(List.of(main, "--port", "0", "--root", WebRoot.files().toString()));
    return command;
  }

  /** The ORB as it is. */
  public List<String> stockOrb() {
    List<String> command = jvms.java(OrbServers.classPathText(true), flags);
    command.addAll(List.of(OrbServers.MAIN, "--port", "0"));
    return command;
  }

  /**
   * Adds the sample's upload server with any store to a command that ends before the main class. It
   * refuses nobody.
   */
  public static List<String> upload(List<String> java, String model, String store) {
    List<String> command = new ArrayList<>(java);
    command.addAll(List.of("-Dcal.model=" + model, REFUSES_NOBODY, Main.class.getName()));
    command.addAll(List.of("upload", "--port", "0", "--store", store));
    return command;
  }
}
