package cal.bench.kind;

import cal.bench.experiment.Kind;
import cal.bench.overload.OverloadKind;
import java.util.LinkedHashMap;
import java.util.Map;

/** The ways to measure, by the names that files give them. Stateless. */
public final class Kinds {
  private Kinds() {}

  /** All there are, in the order in which they are told. */
  public static Map<String, Kind> all() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put("grid", new GridKind());
    kinds.put("overload", new OverloadKind());
    kinds.put("idle", new IdleKind());
    kinds.put("soak", new SoakKind());
    kinds.put("micro", new MicroKind());
    kinds.put("startup", new StartupKind());
    kinds.put("effort", new EffortKind());
    return kinds;
  }
}
