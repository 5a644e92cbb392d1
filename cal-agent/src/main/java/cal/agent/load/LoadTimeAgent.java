package cal.agent.load;

import cal.core.ConfigurationException;
import cal.core.LoadTime;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/** Weaves the server of this process before its {@code main} begins. */
public final class LoadTimeAgent {
  private LoadTimeAgent() {}

  /**
   * Opens the JDK for event loops, weaves, and checks the configuration. A mistake ends the process
   * in one sentence, with exit status 2.
   *
   * @param instrumentation given by the JVM
   */
  public static void start(Instrumentation instrumentation) {
    try {
      weave(instrumentation);
    } catch (ConfigurationException mistake) {
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

  private static void weave(Instrumentation instrumentation) throws IOException {
    open(instrumentation);
    Request request = Request.take();
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    ClassPath classPath = ClassPath.of(System.getProperty("java.class.path"), ownJar());
    BindingFile declared = request.config().map(BindingFile::read).orElse(BindingFile.NONE);
    request.config().ifPresent(file -> LoadTime.settings(declared.settings(), file.toString()));
    Bindings bindings = Bindings.of(request, declared, classPath);
    Ahead.Result result = Ahead.weave(bindings, classPath, loader);
    LoadTime.requireValid(loader);
    instrumentation.addTransformer(result.transformer());
    if (request.doctor().isPresent()) {
      Map<String, Object> report = new Diagnosis(bindings, classPath, result).report(loader);
      if (request.doctor().get().equals("json")) {
        System.out.println(Outline.json(report));
      } else {
        Outline.lines(report).forEach(System.out::println);
      }
      System.out.flush();
      Runtime.getRuntime().halt(0);
    }
  }

  /** Event loops are schedulers of virtual threads, which the JDK keeps to itself. */
  private static void open(Instrumentation instrumentation) {
    Module own = LoadTimeAgent.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(own)),
        Set.of(),
        Map.of());
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
