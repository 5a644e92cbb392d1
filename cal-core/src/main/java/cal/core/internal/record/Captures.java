package cal.core.internal.record;

import cal.core.internal.settings.AspectNames;
import cal.core.spi.ConfigurationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The weaver's record: which join points each binding captured, and which executions are critical
 * regions. Written after weaving by {@code cal-weave}, read at start-up.
 */
public final class Captures {
  /** Where the record stands in an artifact. */
  public static final String RESOURCE = "META-INF/cal/captures";

  /** Lines for people. */
  private static final Set<String> FOR_PEOPLE = Set.of("cut", "remark");

  /** Words before a member, or another line about an aspect. */
  private static final Set<String> MEMBERS =
      Set.of("listens", "busy", "priority", "guard", "key", "effect");

  /** How a join point was captured. */
  enum Form {
    SPAWN,
    INSTANTIATION,
    CANCEL,
    HANDOFF,
    REGION,
    SHARED_REGION,
    CLASS_REGION;

    String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static Form of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
  }

  /**
   * One captured join point.
   *
   * @param form how
   * @param site {@code class.method(File.java:line)}
   * @param signature what is called there
   */
  public record JoinPoint(Form form, String site, String signature) {
    @Override
    public String toString() {
      return form.word() + " " + site + " " + signature;
    }
  }

  private final Map<String, List<JoinPoint>> byBinding = new LinkedHashMap<>();
  private final Map<String, List<JoinPoint>> byRegions = new LinkedHashMap<>();

  /** The inputs that the stages of bindings await, where a file declares them. */
  private final Map<String, AwaitedInput> awaited = new HashMap<>();

  /** The members that a file declares by a word, by the class names of aspects and the word. */
  private final Map<String, String> members = new HashMap<>();

  /** The bindings whose steps are those of a loop, cut by a file. */
  private final Set<String> loops = new HashSet<>();

  /** The policies for which monitors of classes are regions, by the class names of aspects. */
  private final Map<String, String> monitors = new HashMap<>();

  /** The aspects that adopt threads, by their class names, with the classes where they do. */
  private final Map<String, String> adopted = new LinkedHashMap<>();

  /** The aspects of regions that bind an argument of a method. */
  private final Set<String> bindArguments = new LinkedHashSet<>();

  /** Whether a record is missing that no code of its artifact waits or signals. */
  private boolean conditions;

  /** The classes that are woven, by name, and the root of the artifact that holds their record. */
  private final Map<String, String> roots = new LinkedHashMap<>();

  private Captures() {}

  public static Captures load(ClassLoader loader) {
    Captures captures = new Captures();
    try {
      for (URL url : Collections.list(loader.getResources(RESOURCE))) {
        captures.read(url);
      }
      if (!GivenRecord.lines().isEmpty()) {
        captures.read(GivenRecord.lines(), null);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return captures;
  }

  private void read(URL url) throws IOException {
    try (var in =
        new BufferedReader(new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
      String root = url.toString().substring(0, url.toString().length() - RESOURCE.length());
      read(in.lines().toList(), root);
    } catch (IllegalArgumentException | IndexOutOfBoundsException | UncheckedIOException e) {
      throw new ConfigurationException(
          url + " is damaged: " + e.getMessage() + "; build the artifact again", e);
    }
  }

  /** Reads a record; without a root, what the agent has woven is what it has looked at. */
  private void read(List<String> lines, String root) {
    List<JoinPoint> points = null;
    boolean unconditional = false;
    String aspect = "";
    for (String line : lines) {
      String[] words = line.strip().split(" ", 3);
      if (words[0].equals("binding")) {
        aspect = words[1];
        points = byBinding.computeIfAbsent(aspect, key -> new ArrayList<>());
        put(words[1], root);
      } else if (words[0].equals("regions")) {
        aspect = words[1];
        points = byRegions.computeIfAbsent(aspect, key -> new ArrayList<>());
        put(words[1], root);
      } else if (words[0].equals("awaits")) {
        awaited.put(aspect, new AwaitedInput(words[1], words[2]));
      } else if (MEMBERS.contains(words[0])) {
        members.put(aspect + " " + words[0], line.strip().substring(words[0].length() + 1));
      } else if (words[0].equals("loop")) {
        loops.add(aspect);
      } else if (words[0].equals("monitors")) {
        monitors.put(aspect, words[1]);
      } else if (words[0].equals("adopts")) {
        adopted.put(words[1], words[2]);
      } else if (words[0].equals("conditions")) {
        unconditional = words[1].equals("none");
      } else if (words[0].equals("pointcut")) {
        if (line.contains("args(")) {
          bindArguments.add(aspect);
        }
      } else if (points != null && !FOR_PEOPLE.contains(words[0])) {
        points.add(new JoinPoint(Form.of(words[0]), words[1], words[2]));
        put(classOf(words[1]), root);
      }
    }
    // An adopted class is woven when it is loaded, and nobody has looked at it yet.
    conditions |= !unconditional || !adopted.isEmpty();
  }

  private void put(String name, String root) {
    if (root != null) {
      roots.put(name, root);
    }
  }

  /** The class of a site, {@code class.method(File.java:line)}. */
  static String classOf(String site) {
    return site.substring(0, site.lastIndexOf('.', site.indexOf('(')));
  }

  /**
   * Makes sure that the classes which a class loader finds are those that were recorded: the plain
   * ones may stand before the woven ones on the class path.
   *
   * @throws ConfigurationException naming the first class that is another
   */
  public void requireOwn(ClassLoader loader) {
    roots.forEach(
        (name, root) -> {
          String file = name.replace('.', '/') + ".class";
          URL found = loader.getResource(file);
          if (found != null && !found.toString().equals(root + file)) {
            throw new ConfigurationException(
                name
                    + " comes from "
                    + found
                    + " and not from the woven "
                    + root
                    + ", so the server is not woven and would run sequentially; take the plain"
                    + " classes off the class path");
          }
        });
  }

  /** The aspects that adopt a server's own threads, by class name, with their scopes. */
  public Map<String, String> adopted() {
    return Collections.unmodifiableMap(adopted);
  }

  /** The names of all stages. */
  public List<String> stages() {
    return Stream.concat(byBinding.keySet().stream(), adopted.keySet().stream())
        .map(AspectNames::stage)
        .toList();
  }

  /**
   * Makes sure that each aspect has a name of its own in settings: a setting that is meant for one
   * of two would be read by both.
   *
   * @throws ConfigurationException naming two that share a name
   */
  public void requireOwnNames() {
    AspectNames.requireOwn("bindings", byBinding.keySet(), AspectNames::stage);
    AspectNames.requireOwn("aspects of critical regions", byRegions.keySet(), AspectNames::regions);
  }

  /** The bindings' class names. */
  public List<String> bindings() {
    return List.copyOf(byBinding.keySet());
  }

  /** The join points that a binding captured; null for a binding that is in no record. */
  public List<JoinPoint> of(String binding) {
    return byBinding.get(binding);
  }

  /** A line of a record about an aspect, by its word such as {@code listens}. */
  public Optional<String> member(String binding, String word) {
    return Optional.ofNullable(members.get(binding + " " + word));
  }

  /** The input that a file says is awaited by the stage of a binding. */
  public Optional<AwaitedInput> awaited(String binding) {
    return Optional.ofNullable(awaited.get(binding));
  }

  /** Whether the steps of a binding are those of a loop, cut by a file. */
  public boolean cutsLoop(String binding) {
    return loops.contains(binding);
  }

  /** The join points that exclude each other, by the class name of their aspect. */
  public Map<String, List<JoinPoint>> regions() {
    return Collections.unmodifiableMap(byRegions);
  }

  /**
   * The policy for which the weaver has turned monitors of classes into the regions of an aspect.
   */
  public Optional<String> monitors(String regions) {
    return Optional.ofNullable(monitors.get(regions));
  }

  /** Whether regions of an aspect only read. */
  public boolean reads(String regions) {
    return byRegions.getOrDefault(regions, List.of()).stream()
        .anyMatch(point -> point.form() == Form.SHARED_REGION);
  }

  /** Whether an aspect's regions may be guarded by an argument. */
  boolean bindsArguments(String regions) {
    return bindArguments.contains(regions);
  }

  /** Whether woven code may call {@code wait}, {@code notify} or {@code notifyAll}. */
  public boolean conditions() {
    return conditions;
  }

  /** Whether a binding only hands calls off. */
  public boolean onlyHandsOff(String binding) {
    return of(binding).stream().allMatch(point -> point.form() == Form.HANDOFF);
  }

  /** The signatures of the calls that a binding hands off, each once. */
  public Set<String> handedOff(String binding) {
    Set<String> signatures = new LinkedHashSet<>();
    of(binding).stream()
        .filter(point -> point.form() == Form.HANDOFF)
        .forEach(point -> signatures.add(point.signature()));
    return signatures;
  }

  /** Whether a binding cancels the calls that start its instantiated activities. */
  public boolean cancels(String binding) {
    return of(binding).stream().anyMatch(point -> point.form() == Form.CANCEL);
  }
}
