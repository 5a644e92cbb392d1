package cal.core.internal.start;

import cal.core.internal.engine.Engine;
import cal.core.internal.record.Captures;
import cal.core.internal.region.Regions;
import cal.core.internal.settings.Configuration;
import cal.core.internal.stage.OpenStage;
import cal.core.spi.ConfigurationException;
import java.net.Socket;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * The entry of woven code: aspects ask for their stages and regions at their instantiation, and the
 * first aspect starts the runtime of the process, a {@link WovenProcess}.
 *
 * <p>A mistake ends the process in a sentence, with exit status 2, before any service. Thread-safe.
 */
public final class Bootstrap {
  /** The single instance of each policy in a process, with a runtime or without. */
  private static final RegionChoices REGIONS = new RegionChoices();

  /** Set once; null before any request of woven code. */
  private static volatile WovenProcess process;

  /** Set where the process ends before the server begins; else null. */
  private static volatile PlannedStart plan;

  private Bootstrap() {}

  /** The runtime of this process; null before any request of woven code. */
  public static Engine runtime() {
    WovenProcess now = process;
    return now == null ? null : now.runtime();
  }

  /**
   * The stage of a binding, at the instantiation of its aspect.
   *
   * @param awaits the binding's awaited socket of an activity
   * @param listens whether the client of an activity only listens, by the binding
   * @param busy the binding's refusal of a late request
   * @param priority the binding's rank of an activity
   * @return the stage, opened; null in a process that ends before the server begins
   */
  public static OpenStage stage(
      Class<?> binding,
      boolean blocks,
      Function<Object, Socket> awaits,
      Predicate<Object> listens,
      Consumer<Object> busy,
      ToIntFunction<Object> priority) {
    try {
      if (plan != null) {
        plan.add(binding, blocks);
        return null;
      }
      boolean first = prepare(binding.getClassLoader());
      OpenStage stage = process.open(binding.getName(), blocks);
      Captures captures = process.captures();
      BindingAnswers.awaited(binding, stage, awaits, captures);
      BindingAnswers.listens(binding, listens, captures).ifPresent(stage::listens);
      BindingAnswers.busy(binding, stage, busy, priority, captures);
      if (first) {
        process.start(binding.getClassLoader());
      }
      return stage;
    } catch (RuntimeException | Error e) {
      throw ProcessEnd.halt("binding " + binding.getName(), e);
    }
  }

  /** The stage of an adopting aspect, at its instantiation. */
  static OpenStage adoptedStage(Class<?> aspect) {
    try {
      boolean first = prepare(aspect.getClassLoader());
      OpenStage stage = process.openAdopting(aspect.getName());
      if (first) {
        process.start(aspect.getClassLoader());
      }
      return stage;
    } catch (RuntimeException | Error e) {
      throw ProcessEnd.halt("adopting aspect " + aspect.getName(), e);
    }
  }

  /**
   * The critical regions of an aspect, at its instantiation. Without a recorded binding, for
   * example in a test of a class, regions work all the same, and there is no runtime.
   */
  public static Regions regions(Class<?> aspect, String pinnedPolicy) {
    try {
      if (plan != null) {
        return plan.regions(aspect, pinnedPolicy);
      }
      ClassLoader loader = aspect.getClassLoader();
      if (process == null) {
        Captures captures = Captures.load(loader);
        if (captures.stages().isEmpty()) {
          return REGIONS.of(aspect, pinnedPolicy, captures, Configuration.load(loader));
        }
      }
      boolean first = prepare(loader);
      Regions regions =
          REGIONS.of(aspect, pinnedPolicy, process.captures(), process.runtime().configuration());
      if (first) {
        process.start(loader);
      }
      return regions;
    } catch (RuntimeException | Error e) {
      throw ProcessEnd.halt("regions " + aspect.getName(), e);
    }
  }

  /** Whether the calling thread is the first asker, which starts the rest. */
  private static synchronized boolean prepare(ClassLoader loader) {
    if (process != null) {
      return false;
    }
    process = WovenProcess.prepare(loader, REGIONS);
    return true;
  }

  /**
   * The runtime of woven code, with all stages open; started if no binding has been loaded yet,
   * since a socket made now must suit the models of the later stages.
   *
   * @param code a woven class
   * @return null without a weaver's record: there are no bindings
   */
  public static Engine started(Class<?> code) {
    WovenProcess now = process;
    if (now == null || !now.isStarted()) {
      try {
        WovenProcess.load(Captures.load(code.getClassLoader()), code.getClassLoader());
      } catch (ConfigurationException e) {
        throw ProcessEnd.halt(e.getMessage());
      }
    }
    return runtime();
  }

  /** {@link Validation}, before anything is started. */
  static void requireValid(ClassLoader loader) {
    Validation.require(Captures.load(loader), () -> REGIONS.policies(loader), loader);
  }

  /** Chooses the model of each stage, with the origin, and opens no stage. */
  static Map<String, String> plan(ClassLoader loader) {
    plan = new PlannedStart(loader, REGIONS);
    return plan.models();
  }

  /** Whether instantiated activities of a binding wait for a cancelled call. */
  public static boolean cancels(Class<?> binding) {
    return process.captures().cancels(binding.getName());
  }
}
