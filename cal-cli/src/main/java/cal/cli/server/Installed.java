package cal.cli.server;

import cal.core.internal.settings.Models;
import cal.core.spi.ConcurrencyModel;
import java.util.Comparator;
import java.util.List;

/** The models on the class path. Stateless. */
public final class Installed {
  private static final String PLAIN = "sequential";

  private Installed() {}

  /** Every model for a whole server, {@code sequential} first, then by name. */
  public static List<ConcurrencyModel> models() {
    return all().stream().filter(ConcurrencyModel::spawns).toList();
  }

  /** The same with models for hand-offs alone. */
  public static List<ConcurrencyModel> all() {
    return Models.of(Installed.class.getClassLoader()).all().stream()
        .sorted(
            Comparator.comparing((ConcurrencyModel model) -> !model.name().equals(PLAIN))
                .thenComparing(ConcurrencyModel::name))
        .toList();
  }
}
