package cal.core.internal.settings;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The models on the class path, by name. Thread-safe. */
public final class Models {
  private final Map<String, ConcurrencyModel> byName = new TreeMap<>();

  private final ClassLoader loader;

  /** Null before the first request; guarded by this. */
  private AdaptiveRules adaptiveRules;

  Models(Iterable<ConcurrencyModel> models) {
    this(models, Models.class.getClassLoader());
  }

  private Models(Iterable<ConcurrencyModel> models, ClassLoader loader) {
    this.loader = loader;
    for (ConcurrencyModel model : models) {
      ConcurrencyModel other = byName.putIfAbsent(model.name(), model);
      if (other != null) {
        throw new ConfigurationException(
            "two models are called "
                + model.name()
                + ": "
                + other.getClass().getName()
                + " and "
                + model.getClass().getName()
                + "; keep one of them on the class path");
      }
    }
  }

  /**
   * Finds the models of a class loader.
   *
   * @param loader the class loader
   * @return the models, {@code sequential} among them
   * @throws ConfigurationException if two models have the same name
   */
  public static Models of(ClassLoader loader) {
    return new Models(ServiceLoader.load(ConcurrencyModel.class, loader), loader);
  }

  /**
   * All models, ordered by name.
   *
   * @return the models
   */
  public Collection<ConcurrencyModel> all() {
    return byName.values();
  }

  /** The artifacts of the distribution's other models, by the names of these. */
  public Map<String, String> absent() {
    Map<String, String> absent = Distribution.artifactsOfModels();
    absent.keySet().removeAll(byName.keySet());
    return absent;
  }

  /** Some models, with rules for {@code adaptive}. */
  public static Models of(Iterable<ConcurrencyModel> models, AdaptiveRules rules) {
    Models some = new Models(models);
    synchronized (some) {
      some.adaptiveRules = rules;
    }
    return some;
  }

  /** Whether a model is on the class path. */
  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /**
   * The rules by which {@code adaptive} chooses.
   *
   * @throws ConfigurationException naming the first line without a rule or a model
   */
  public synchronized AdaptiveRules adaptiveRules() {
    if (adaptiveRules == null) {
      AdaptiveRules rules = AdaptiveRules.of(loader);
      rules.rules().forEach(this::requireChoosable);
      adaptiveRules = rules;
    }
    return adaptiveRules;
  }

  /** A model of this distribution may be missing on the class path: its rule is passed over. */
  private void requireChoosable(AdaptiveRules.Rule rule) {
    String name = rule.model();
    if (name.equals(ModelChoice.ADAPTIVE)) {
      throw new ConfigurationException(
          rule.place() + ": adaptive chooses by this rule, so it needs another model");
    }
    if (!has(name) && Distribution.artifactOfModel(name) == null) {
      none(name, rule.place());
    }
    if (has(name) && !byName.get(name).spawns()) {
      throw new ConfigurationException(
          rule.place() + ": model " + name + " runs hand-offs alone, and adaptive stages spawn");
    }
  }

  /** The model of a name; for {@code adaptive}, the first model. */
  public ConcurrencyModel named(String name, String origin) {
    String chosen = name.equals(ModelChoice.ADAPTIVE) ? first(origin) : name;
    ConcurrencyModel model = byName.get(chosen);
    return model == null ? none(chosen, origin) : model;
  }

  private String first(String origin) {
    return adaptiveRules()
        .choose(Map.of(), null, this::has)
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "model adaptive ("
                        + origin
                        + "): its rules name no model that is on the class path, which has "
                        + String.join(", ", byName.keySet())))
        .model();
  }

  private ConcurrencyModel none(String name, String origin) {
    String artifact = Distribution.artifactOfModel(name);
    URL lost = artifact == null ? null : classFile(Distribution.classOf(artifact));
    if (lost != null) {
      throw new ConfigurationException(
          "model "
              + name
              + " ("
              + origin
              + ") is there, in "
              + lost
              + ", but no META-INF/services/"
              + ConcurrencyModel.class.getName()
              + " names it; a shaded jar must merge such files (ServicesResourceTransformer of"
              + " maven-shade-plugin, mergeServiceFiles() of Gradle's shadow)");
    }
    String remedy =
        artifact == null
            ? "did you mean "
                + Nearest.to(name, byName.keySet())
                + "? On the class path are "
                + String.join(", ", byName.keySet())
            : "add org.calaspects:" + artifact + " to it";
    throw new ConfigurationException(
        origin.equals(Configuration.DEFAULT)
            ? "nobody chose a model, and the default, "
                + name
                + ", is not on the class path; "
                + remedy
                + ", or set cal.model to one of "
                + String.join(", ", byName.keySet())
            : "model " + name + " (" + origin + ") is not on the class path; " + remedy);
  }

  private URL classFile(String name) {
    return name == null ? null : loader.getResource(name.replace('.', '/') + ".class");
  }

  /** The name of the model for blocking calls beside an event loop. */
  String ofBlockingCalls() {
    return all().stream()
        .filter(ConcurrencyModel::takesBlockingCalls)
        .map(ConcurrencyModel::name)
        .findFirst()
        .orElseGet(Distribution::modelOfBlockingCalls);
  }

  public List<Setting<?>> settings() {
    List<Setting<?>> settings = new ArrayList<>(CoreSettings.all());
    all().forEach(model -> settings.addAll(model.settings()));
    return settings;
  }
}
