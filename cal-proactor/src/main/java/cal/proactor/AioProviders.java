package cal.proactor;

import cal.core.spi.ConfigurationException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The providers of a class path. Immutable.
 *
 * @param all found providers, the most preferred first
 */
public record AioProviders(List<AioProvider> all) {
  public AioProviders {
    all = all.stream().sorted(Comparator.comparingInt(AioProvider::rank).reversed()).toList();
  }

  /**
   * The chosen provider, and a word about the choice.
   *
   * @param provider the provider
   * @param remark the name, and the reason against a preferred provider; for a log
   */
  public record Choice(AioProvider provider, String remark) {}

  /**
   * Finds the providers of a class loader.
   *
   * @param loader the loader
   * @return the providers
   */
  public static AioProviders of(ClassLoader loader) {
    return new AioProviders(
        ServiceLoader.load(AioProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  /**
   * Chooses.
   *
   * @param config names a provider, or {@code auto} for the most preferred available provider
   * @return the choice
   * @throws ConfigurationException if there is none of this name, or the provider or a strategy is
   *     unavailable here
   */
  public Choice choose(AioConfig config) {
    return config.provider().equals(AioConfig.AUTO) ? first(config) : named(config);
  }

  private Choice first(AioConfig config) {
    StringBuilder why = new StringBuilder();
    for (AioProvider provider : all) {
      String missing = missing(provider, config).orElse(null);
      if (missing == null) {
        return new Choice(provider, provider.name() + why);
      }
      why.append(why.isEmpty() ? ", since " : ", and ").append(missing);
    }
    throw new ConfigurationException("no provider of asynchronous operations is there" + why);
  }

  private static Optional<String> missing(AioProvider provider, AioConfig config) {
    return provider
        .missing()
        .or(() -> provider.refuses(config).map(why -> provider.name() + ": " + why));
  }

  private Choice named(AioConfig config) {
    String name = config.provider();
    AioProvider provider =
        all.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        "provider=%s is not there; give auto, %s".formatted(name, names())));
    provider
        .missing()
        .ifPresent(
            why -> {
              throw new ConfigurationException(
                  "provider=%s cannot be had here: %s; or give auto".formatted(name, why));
            });
    provider
        .refuses(config)
        .ifPresent(
            why -> {
              throw new ConfigurationException("provider=%s: %s".formatted(name, why));
            });
    return new Choice(provider, name);
  }

  private String names() {
    return all.stream().map(AioProvider::name).collect(Collectors.joining(", "));
  }
}
