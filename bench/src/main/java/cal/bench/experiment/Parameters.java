package cal.bench.experiment;

import cal.core.internal.support.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/**
 * A mapping of a YAML file, asked for by key and type; a mistake is told with its line. The mapping
 * remembers asked keys, so an unknown key is a mistake. A fallback stands for an absent key;
 * without a fallback, or with null, the key has to be there. Confined to a thread.
 */
public final class Parameters {
  private static final double LONGEST_SECONDS = 86_400;

  private final String file;
  private final int line;
  private final Map<String, Node> values;
  private final Set<String> asked;

  private Parameters(String file, int line, Map<String, Node> values) {
    this(file, line, values, new LinkedHashSet<>());
  }

  private Parameters(String file, int line, Map<String, Node> values, Set<String> asked) {
    this.file = file;
    this.line = line;
    this.values = values;
    this.asked = asked;
  }

  /** Reads a file. */
  public static Parameters parse(String file, String text) {
    try {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setLabel(file).build()).composeString(text);
      return of(
          file,
          root.orElseThrow(
              () -> new MalformedExperiment(file + " is empty; write title:, question: and kind:")),
          "the file");
    } catch (MarkedYamlEngineException wrong) {
      int line = wrong.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
      throw new MalformedExperiment(
          "%s, line %d: this is no YAML (%s); write KEY: VALUE"
              .formatted(file, line, oneLine(wrong.getProblem())),
          wrong);
    } catch (YamlEngineException wrong) {
      throw new MalformedExperiment(file + " is no YAML: " + oneLine(wrong.getMessage()), wrong);
    }
  }

  private static Parameters of(String file, Node node, String what) {
    if (!(node instanceof MappingNode mapping)) {
      throw mistake(file, line(node), what + " is no mapping; write KEY: VALUE");
    }
    Map<String, Node> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw mistake(file, line(tuple.getKeyNode()), "a key is no word; write KEY: VALUE");
      }
      if (values.put(key.getValue(), tuple.getValueNode()) != null) {
        throw mistake(file, line(key), key.getValue() + " is there twice; leave one out");
      }
    }
    return new Parameters(file, line(node), values);
  }

  /** The same overridden by the mapping of a key, if any. */
  public Parameters with(String key) {
    Map<String, Node> both = new LinkedHashMap<>(values);
    both.putAll(part(key).values);
    return new Parameters(file, line, both);
  }

  /** The same without some keys. */
  public Parameters without(Set<String> keys) {
    Map<String, Node> rest = new LinkedHashMap<>(values);
    rest.keySet().removeAll(keys);
    return new Parameters(file, line, rest);
  }

  /** Whether a key is there; the key is known from then on. */
  public boolean has(String key) {
    asked.add(key);
    return values.containsKey(key);
  }

  /** A required word or sentence. */
  public String text(String key) {
    if (!has(key)) {
      throw mistake(file, line, "there is no " + key + "; write " + key + ": and its value");
    }
    return scalar(key, values.get(key));
  }

  /** A word or sentence. */
  public String text(String key, String fallback) {
    return has(key) ? text(key) : fallback;
  }

  /** A word among some. */
  public String one(String key, String fallback, List<String> allowed) {
    String word = fallback == null ? text(key) : text(key, fallback);
    if (!allowed.contains(word)) {
      throw mistake(key, key + "=" + word + " is none of " + String.join(", ", allowed));
    }
    return word;
  }

  /** Words; a single word is a list, too. */
  public List<String> texts(String key, List<String> fallback) {
    return list(key, fallback, node -> scalar(key, node));
  }

  /** A whole number. */
  public int whole(String key, int fallback, int least, int most) {
    return has(key) ? whole(key, text(key), least, most) : fallback;
  }

  /** Whole numbers; a single number is a list, too. */
  public List<Integer> wholes(String key, List<Integer> fallback, int least, int most) {
    return list(key, fallback, node -> whole(key, scalar(key, node), least, most));
  }

  /** A number. */
  public double number(String key, double fallback, double least, double most) {
    return has(key) ? number(key, text(key), least, most) : fallback;
  }

  /** Numbers; a single number is a list, too. */
  public List<Double> numbers(String key, List<Double> fallback, double least, double most) {
    return list(key, fallback, node -> number(key, scalar(key, node), least, most));
  }

  private int whole(String key, String text, int least, int most) {
    return within(key, text, Integer::valueOf, least, most, "a whole number");
  }

  private double number(String key, String text, double least, double most) {
    return within(key, text, Double::valueOf, least, most, "a number");
  }

  private <N extends Comparable<N>> N within(
      String key, String text, Function<String, N> parse, N least, N most, String what) {
    String remedy = "; write %s, %s to %s".formatted(what, least, most);
    try {
      N number = parse.apply(text);
      if (number.compareTo(least) >= 0 && number.compareTo(most) <= 0) {
        return number;
      }
    } catch (NumberFormatException noNumber) {
      throw mistake(key, key + "=" + text + " is no number" + remedy);
    }
    throw mistake(key, key + "=" + text + " is out of range" + remedy);
  }

  /** A time in seconds, a day at most. */
  public Duration seconds(String key, double fallback) {
    return Duration.ofNanos((long) (number(key, fallback, 0, LONGEST_SECONDS) * 1e9));
  }

  /** A mapping within this; empty if absent. */
  public Parameters part(String key) {
    return has(key)
        ? of(file, values.get(key), key)
        : new Parameters(file, line, new LinkedHashMap<>());
  }

  /** Mappings in a list; a word stands for the key {@code shorthand}, if not null. */
  public List<Parameters> parts(String key, String shorthand) {
    return list(
        key,
        List.of(),
        node ->
            node instanceof ScalarNode && shorthand != null
                ? new Parameters(file, line(node), Map.of(shorthand, node))
                : of(file, node, "an entry of " + key));
  }

  /**
   * This mapping for each mapping in a list, overridden; this alone if there is no list. A
   * parameter asked of a single copy counts as asked of all.
   */
  public List<Parameters> variants(String key) {
    return has(key) ? parts(key, null).stream().map(this::under).toList() : List.of(this);
  }

  private Parameters under(Parameters part) {
    Map<String, Node> both = new LinkedHashMap<>(values);
    both.putAll(part.values);
    return new Parameters(file, part.line, both, asked);
  }

  /** Words, or lists of words, of all unasked keys. */
  Map<String, List<String>> rest() {
    Map<String, List<String>> rest = new LinkedHashMap<>();
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        rest.put(key, texts(key, List.of()));
      }
    }
    return rest;
  }

  /** A mapping of words to words. */
  public Map<String, String> words(String key) {
    Parameters part = part(key);
    Map<String, String> words = new LinkedHashMap<>();
    part.values.keySet().forEach(word -> words.put(word, part.text(word)));
    return words;
  }

  /** A mistake to throw, with the file and the line of a key. */
  public MalformedExperiment mistake(String key, String sentence) {
    Node node = values.get(key);
    return mistake(file, node == null ? line : line(node), sentence);
  }

  /** Refuses unasked keys; {@code more} are words right elsewhere. */
  public void requireAllAsked(Set<String> more) {
    Set<String> known = new LinkedHashSet<>(asked);
    known.addAll(more);
    for (String key : values.keySet()) {
      if (!asked.contains(key)) {
        throw mistake(
            key, "nothing is called " + key + "; did you mean " + Nearest.to(key, known) + "?");
      }
    }
  }

  private <T> List<T> list(String key, List<T> fallback, Function<Node, T> item) {
    if (!has(key)) {
      return fallback;
    }
    List<T> items = new ArrayList<>();
    Node node = values.get(key);
    for (Node each : node instanceof SequenceNode list ? list.getValue() : List.of(node)) {
      T next = item.apply(each);
      if (items.contains(next)) {
        throw mistake(file, line(each), key + " has " + next + " twice; leave one out");
      }
      items.add(next);
    }
    if (items.isEmpty()) {
      throw mistake(key, key + " is an empty list; write [A, B], or leave it out");
    }
    return items;
  }

  private String scalar(String key, Node node) {
    if (!(node instanceof ScalarNode scalar)) {
      throw mistake(file, line(node), key + " is no single value; write " + key + ": VALUE");
    }
    String text = scalar.getValue().strip();
    if (text.isEmpty()) {
      throw mistake(file, line(node), key + " has no value; write " + key + ": VALUE");
    }
    return text;
  }

  private static int line(Node node) {
    return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
  }

  private static MalformedExperiment mistake(String file, int line, String sentence) {
    return new MalformedExperiment(oneLine("%s, line %d: %s".formatted(file, line, sentence)));
  }

  private static String oneLine(String message) {
    return String.valueOf(message).strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
