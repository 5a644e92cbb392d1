package cal.agent.weaving;

import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A class loader as its weaver sees it: notes each resource that the weaver asks for, found or not.
 * For one thread at a time.
 */
final class AskedLoader extends ClassLoader {
  private final Set<String> known = new LinkedHashSet<>();
  private List<String> asked = new ArrayList<>();

  AskedLoader(ClassLoader loader) {
    super(loader);
  }

  @Override
  public URL getResource(String name) {
    if (known.add(name)) {
      asked.add(name);
    }
    return super.getResource(name);
  }

  /** The names that were asked for since the last call. */
  List<String> takeAsked() {
    List<String> taken = asked;
    asked = new ArrayList<>();
    return taken;
  }
}
