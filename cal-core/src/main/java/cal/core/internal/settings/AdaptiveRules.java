package cal.core.internal.settings;

import cal.core.internal.support.Nearest;
import cal.core.spi.ConfigurationException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rules by which {@code cal.model=adaptive} chooses, from a file: the first line chooses that
 * holds and whose model is there. Immutable.
 *
 * @param hold measures in a row for a rule to hold
 * @param rest measures without a change after a change
 */
public record AdaptiveRules(List<Rule> rules, int hold, int rest) {
  /** A server's own rules, on the class path. */
  static final String FILE = "cal-adaptive.rules";

  private static final String BUILT_IN = "/META-INF/cal/adaptive.rules";

  /** A holding rule goes on holding for measures within this factor. */
  private static final double EASE = 0.8;

  /** Unless a file says so. */
  private static final int HOLD = 3;

  private static final int REST = 10;

  private static final Pattern LINE = Pattern.compile("(hold|rest) +(\\d{1,4})");
  private static final Pattern RULE =
      Pattern.compile("(?!(?:hold|rest)\\b)([a-z][a-z0-9-]*)(?: +if +(.+))?");
  private static final Pattern CONDITION =
      Pattern.compile("([a-z-]+) *(>=|<) *(\\d{1,9}(?:\\.\\d{1,9})?)");

  /**
   * A line.
   *
   * @param model the chosen model
   * @param conditions that all have to hold
   * @param place the file and the number of the line
   */
  public record Rule(String model, List<Condition> conditions, String place) {
    private boolean holds(Map<Measure, Double> load, double ease) {
      return conditions.stream().allMatch(one -> one.holds(load, ease));
    }

    /** The reason of the choice, for people. */
    public String reason(Map<Measure, Double> load) {
      return conditions.isEmpty()
          ? "no rule before it holds"
          : conditions.stream().map(one -> one.describe(load)).collect(Collectors.joining(", "));
    }
  }

  /** A bound of a measure; NaN is an unknown measure, and in no bound. */
  public record Condition(Measure measure, boolean atLeast, double bound) {
    private boolean holds(Map<Measure, Double> load, double ease) {
      double value = load.getOrDefault(measure, 0.0);
      return atLeast ? value >= bound * ease : value < bound / ease;
    }

    private String describe(Map<Measure, Double> load) {
      return String.format(
          Locale.ROOT,
          "%s %.2f %s %s",
          measure.word(),
          load.getOrDefault(measure, 0.0),
          atLeast ? "at least" : "below",
          bound);
    }
  }

  /**
   * The rules of a server: its own file, or else the built-in rules.
   *
   * @throws ConfigurationException naming the first line without a rule
   */
  static AdaptiveRules of(ClassLoader loader) {
    URL own = loader.getResource(FILE);
    URL file = own == null ? AdaptiveRules.class.getResource(BUILT_IN) : own;
    try (InputStream in = file.openStream()) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8), file.toString());
    } catch (IOException e) {
      throw new ConfigurationException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Reads rules; {@code #} begins a comment. */
  public static AdaptiveRules parse(String text, String origin) {
    List<Rule> rules = new ArrayList<>();
    int hold = HOLD;
    int rest = REST;
    int number = 0;
    for (String whole : text.lines().toList()) {
      String place = origin + ":" + ++number;
      String line = whole.replaceFirst("#.*", "").strip();
      Matcher count = LINE.matcher(line);
      if (count.matches()) {
        int seconds = Integer.parseInt(count.group(2));
        hold = count.group(1).equals("hold") ? Math.max(1, seconds) : hold;
        rest = count.group(1).equals("rest") ? seconds : rest;
      } else if (!line.isEmpty()) {
        rules.add(rule(line, place));
      }
    }
    if (rules.isEmpty() || !rules.getLast().conditions().isEmpty()) {
      throw new ConfigurationException(
          origin + " needs a last line without a condition: the model where no rule holds");
    }
    return new AdaptiveRules(List.copyOf(rules), hold, rest);
  }

  private static Rule rule(String line, String place) {
    Matcher rule = RULE.matcher(line);
    if (!rule.matches()) {
      throw new ConfigurationException(
          place
              + ": "
              + line
              + " is no rule; give MODEL, MODEL if MEASURE >= NUMBER and ..., hold SECONDS or rest"
              + " SECONDS");
    }
    List<Condition> conditions = new ArrayList<>();
    if (rule.group(2) != null) {
      for (String one : rule.group(2).split(" +and +")) {
        conditions.add(condition(one, place));
      }
    }
    return new Rule(rule.group(1), List.copyOf(conditions), place);
  }

  private static Condition condition(String text, String place) {
    Matcher condition = CONDITION.matcher(text);
    if (!condition.matches()) {
      throw new ConfigurationException(
          place + ": " + text + " is no condition; give MEASURE >= NUMBER or MEASURE < NUMBER");
    }
    String word = condition.group(1);
    List<String> words = Arrays.stream(Measure.values()).map(Measure::word).toList();
    Measure measure =
        Arrays.stream(Measure.values())
            .filter(one -> one.word().equals(word))
            .findFirst()
            .orElseThrow(
                () ->
                    new ConfigurationException(
                        place
                            + ": "
                            + word
                            + " is no measure; did you mean "
                            + Nearest.to(word, words)
                            + "? There are "
                            + String.join(", ", words)));
    return new Condition(
        measure, condition.group(2).equals(">="), Double.parseDouble(condition.group(3)));
  }

  /**
   * The choosing rule.
   *
   * @param load measures; absent measures are 0
   * @param present the present model, with eased rules; null for none
   * @return empty if no named model is there
   */
  public Optional<Rule> choose(
      Map<Measure, Double> load, String present, Predicate<String> isThere) {
    return rules.stream()
        .filter(rule -> isThere.test(rule.model()))
        .filter(rule -> rule.holds(load, rule.model().equals(present) ? EASE : 1))
        .findFirst();
  }
}
