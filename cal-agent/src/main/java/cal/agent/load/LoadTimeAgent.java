package cal.agent.load;

import cal.agent.binding.Bindings;
import cal.agent.binding.Request;
import cal.agent.path.ClassPath;
import cal.agent.report.Outline;
import cal.agent.weaving.Exit;
import cal.agent.weaving.Loading;
import cal.agent.weaving.PreMainWeaver;
import cal.agent.weaving.Weaver;
import cal.agent.weaving.WeavingCache;
import cal.agent.weaving.Woven;
import cal.agent.weaving.WovenServer;
import cal.core.internal.start.LoadTime;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Weaves the server of this process before its {@code main} begins. */
public final class LoadTimeAgent {
  /** The modules of the JDK needed by CAL, beside the modules of every agent. */
  private static final List<String> MODULES =
      List.of("java.management", "jdk.management", "jdk.jfr");

  /** Null before the weaving. */
  private static volatile WovenServer weaving;

  private LoadTimeAgent() {}

  /** The weaving of this process. */
  static WovenServer weaving() {
    return weaving;
  }

  /**
   * Opens the JDK for event loops, weaves, and checks the configuration. A mistake ends the process
   * in a sentence, with exit status 2. The second time, where {@code -javaagent} starts a jar with
   * the agent, nothing is left to do.
   *
   * @param instrumentation given by the JVM
   */
  public static void start(Instrumentation instrumentation) {
    if (WovenMain.agentRuns()) {
      return;
    }
    try {
      weave(instrumentation);
    } catch (ConfigurationException | WeaveException mistake) {
      throw Exit.with(mistake.getMessage());
    } catch (IOException failure) {
      throw Exit.with("the class path cannot be read: " + failure);
    } catch (LinkageError older) {
      throw Exit.with(
          "another version of CAL or AspectJ is on the class path ("
              + older
              + "); remove it, they"
              + " are in cal.jar");
    } catch (RuntimeException failure) {
      throw Exit.with("the agent failed: " + failure);
    }
  }

  /** A runtime linked for a server may have few modules. */
  private static void requireModules() {
    List<String> missing =
        MODULES.stream().filter(one -> ModuleLayer.boot().findModule(one).isEmpty()).toList();
    if (!missing.isEmpty()) {
      String names = String.join(",", missing);
      throw new ConfigurationException(
          "this Java runtime lacks "
              + names
              + ", which CAL needs; link it by jlink --add-modules "
              + names
              + ", or start the server without --limit-modules");
    }
  }

  private static void weave(Instrumentation instrumentation) throws IOException {
    requireModules();
    open(instrumentation);
    Request request = Request.take();
    String given = System.getProperty("java.class.path");
    ClassPath.missing(given).forEach(LoadTimeAgent::tellMissing);
    ClassPath classPath = ClassPath.of(given, ownJar());
    Server server = new Server(request, classPath, ClassLoader.getSystemClassLoader());
    WeavingCache cache =
        WeavingCache.in(
            request.cache(),
            Inputs.of(request, classPath, ownJar()),
            sentence -> System.err.println("cal: " + BindingFile.oneLine(sentence)));
    if (request.doctor().isPresent()) {
      server.explain(request.doctor().get(), cache);
    }
    WovenServer known = cache.find().filter(server::isWovenAsBefore).orElse(null);
    instrumentation.addTransformer(
        known == null ? server.weave(cache) : server.weaveAsBefore(known, cache));
  }

  private static void tellMissing(String entry) {
    System.err.println("cal: " + entry + " of the class path (-cp) does not exist");
  }

  /** The server to weave. Immutable. */
  private record Server(Request request, ClassPath classPath, ClassLoader loader) {
    Loading weave(WeavingCache cache) throws IOException {
      Preload.start();
      PreMainWeaver.Result result = weaveBeforeMain(bindings());
      Loading loading = loading(result.weaving(), result.weaver(), cache);
      cache.put(result.weaving());
      return loading;
    }

    /** Whether the monitors that are regions are those of the settings now. */
    boolean isWovenAsBefore(WovenServer known) {
      settings(known.settings());
      return known.isBy(aspect -> LoadTime.policy(aspect, loader));
    }

    Loading weaveAsBefore(WovenServer known, WeavingCache cache) {
      LoadTime.recorded(known.record());
      return loading(known, null, cache);
    }

    private Loading loading(WovenServer done, Weaver first, WeavingCache cache) {
      Woven.define(done.made(), loader, null);
      LoadTime.requireValid(loader);
      done.remarks().forEach(remark -> System.err.println("cal: " + remark));
      weaving = done;
      return new Loading(done, loader, first, this::weaver, cache);
    }

    /** For classes changed since the kept weaving, whose generated classes are defined already. */
    private Weaver weaver(ClassLoader of) {
      try {
        Weaver weaver = Weaver.of(of, bindings().definition(), classPath);
        weaver.takeGenerated();
        return weaver;
      } catch (IOException failure) {
        throw new ConfigurationException("the class path cannot be read: " + failure, failure);
      }
    }

    private BindingFile declared() {
      return request.config().map(BindingFile::read).orElse(BindingFile.NONE);
    }

    private Bindings bindings() throws IOException {
      return Bindings.of(request, declared(), classPath);
    }

    private PreMainWeaver.Result weaveBeforeMain(Bindings bindings) throws IOException {
      Map<String, String> settings = declared().settings();
      settings(settings);
      return PreMainWeaver.weave(bindings, settings, classPath, loader);
    }

    private void settings(Map<String, String> settings) {
      request.config().ifPresent(file -> LoadTime.settings(settings, file.toString()));
    }

    private void explain(String how, WeavingCache cache) throws IOException {
      BuiltServer built = BuiltServer.of(classPath);
      print(how, built.isWoven() && weavesNothingMore() ? built.report(loader) : woven(cache));
    }

    /** Whether the only bindings are on the class path itself. */
    private boolean weavesNothingMore() {
      return request.config().isEmpty() && request.adopt().isEmpty();
    }

    /** Weaves in any case, and leaves the result to the first start. */
    private Map<String, Object> woven(WeavingCache cache) throws IOException {
      Bindings bindings = bindings();
      PreMainWeaver.Result result = weaveBeforeMain(bindings);
      Woven.define(result.weaving().made(), loader, null);
      LoadTime.requireValid(loader);
      cache.put(result.weaving());
      return new Diagnosis(bindings, classPath, result).report(loader);
    }

    private static void print(String how, Map<String, Object> report) {
      if (how.equals("json")) {
        System.out.println(Outline.json(report));
      } else {
        Outline.lines(report).forEach(System.out::println);
      }
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  /** Event loops need internals of the JDK: schedulers of virtual threads, descriptors. */
  private static void open(Instrumentation instrumentation) {
    Module own = LoadTimeAgent.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("sun.nio.ch", Set.of(own)),
        Map.of("java.lang", Set.of(own), "sun.nio.ch", Set.of(own)),
        Set.of(),
        Map.of());
    NativeAccess.enable();
  }

  private static Path ownJar() {
    try {
      return Path.of(
          LoadTimeAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
