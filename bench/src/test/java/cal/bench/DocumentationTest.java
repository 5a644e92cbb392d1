package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.bench.demo.DemoCommand;
import cal.bench.demo.DemoTable;
import cal.cli.Cal;
import cal.cli.server.Installed;
import cal.core.CalRuntime;
import cal.core.internal.settings.Models;
import cal.core.spi.ConcurrencyModel;
import cal.core.spi.ConfigurationException;
import cal.core.spi.CoreSettings;
import cal.core.spi.Setting;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The documents agree with the code: tables, snippets, commands, links. */
class DocumentationTest {
  private static final Path ROOT = Path.of("..");
  private static final Path README = ROOT.resolve("README.md");
  private static final Path CONFIGURATION = ROOT.resolve("docs/configuration.md");
  private static final Path FIRST_HOUR = ROOT.resolve("docs/first-hour.md");
  private static final Path PLUGIN = ROOT.resolve("docs/maven.md");
  private static final Path MODELS = ROOT.resolve("docs/models.md");
  private static final Path SIMULATION = ROOT.resolve("docs/simulation.md");
  private static final Path LEFT_STEPS =
      ROOT.resolve("docs/adr/0078-a-binding-says-which-input-a-step-awaits.md");
  private static final List<String> STAGES =
      List.of("accept", "connection", "store", "factorization", "checksum");
  private static final Pattern MISTAKE = Pattern.compile("(?:=| model )(\\S+) \\(-D([^)]*)\\)");
  private static final Pattern INLINE = Pattern.compile("`(\\./cal [^`\n]*)`");

  /** A word of a command, as a shell splits it; within quotes, blanks do not. */
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|[^ '])+");

  private static final Pattern SAY = Pattern.compile(", say[,.;:)]");
  private static final Pattern RECIPROCAL = Pattern.compile("\\b1/\\d+\\.\\d");
  private static final Pattern DECISION = Pattern.compile("\\d{4}-.*\\.md");
  private static final Pattern FILE = Pattern.compile("<!-- file: (\\S+) -->");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  @Test
  void shouldListEveryModelAndWhenToChooseIt() {
    Map<String, List<String>> rows = table(README, "models");
    Map<String, List<String>> expected = new HashMap<>();
    for (ConcurrencyModel model : models()) {
      String artifact = "cal-" + model.getClass().getPackageName().split("\\.")[1];
      expected.put(model.name(), List.of(artifact, model.whenToChoose()));
    }
    assertThat(rows).isEqualTo(expected);
  }

  @Test
  void shouldListEverySetting() throws IllegalAccessException {
    Map<String, List<String>> expected = new HashMap<>();
    for (Field field : CoreSettings.class.getFields()) {
      Setting<?> setting = (Setting<?>) field.get(null);
      expected.put(setting.key(), columns(setting));
    }
    for (ConcurrencyModel model : models()) {
      for (Setting<?> setting : model.settings()) {
        expected.put(setting.key(), columns(setting));
      }
    }
    assertThat(table(CONFIGURATION, "settings")).isEqualTo(expected);
  }

  /** A marker {@code file: PATH} says that the snippet after it is that file, whole. */
  @Test
  void shouldShowFilesAsTheyAre() {
    List<Path> shown = new ArrayList<>();
    for (Path document : documents()) {
      String text = Prose.text(document);
      for (MatchResult marker : FILE.matcher(text).results().toList()) {
        Path file = ROOT.resolve(marker.group(1));
        String snippet = Fence.all(text.substring(marker.end())).getFirst().body();
        assertThat(snippet).as("%s in %s", file, document).isEqualTo(Prose.text(file));
        shown.add(file);
      }
    }
    assertThat(shown).hasSizeGreaterThan(3);
  }

  @Test
  void shouldShowTheDemoOfEveryModel() {
    List<String> shown =
        fencesAfter(Prose.text(ROOT.resolve("docs/samples.md")), "<!-- demo -->")
            .getFirst()
            .body()
            .lines()
            .toList();
    List<String> header = List.of(shown.getFirst().strip().split(" {2,}"));
    assertThat(header)
        .containsSubsequence("server", "upload-64", "upload-80k")
        .contains("CPU us", "of 100");
    assertThat(shown.stream().skip(2).takeWhile(line -> !line.isBlank()))
        .extracting(line -> line.split(" {2,}", 2)[0])
        .containsExactlyElementsOf(
            DemoCommand.servers(Installed.models().stream().map(m -> m.name()).skip(1).toList()));
    assertThat(shown).containsAll(DemoTable.LEGEND);
  }

  @Test
  void shouldBeReadInAMinute() {
    assertThat(Prose.text(README).lines().count()).as("lines of README").isLessThanOrEqualTo(120);
  }

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/first-hour.md"})
  void shouldSayOneThingInASentence(String page) {
    assertThat(Prose.of(Prose.text(ROOT.resolve(page))))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            sentence ->
                assertThat(sentence.split("\\s+").length)
                    .as("words of: %s", sentence)
                    .isLessThanOrEqualTo(25));
  }

  @Test
  void shouldBeShort() {
    assertThat(words(README)).as("words of README").isLessThanOrEqualTo(900);
    assertThat(userPages().stream().mapToInt(DocumentationTest::words).sum())
        .as("words of README and docs")
        .isLessThanOrEqualTo(15_000);
  }

  private static int words(Path page) {
    return Prose.text(page).strip().split("\\s+").length;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void shouldRepeatTheNoun(Path page) {
    assertThat(Prose.pronouns(String.join(" ", Prose.of(Prose.text(page)))))
        .as("pronouns in 100 words")
        .isLessThanOrEqualTo(5.0);
  }

  /** README, and the pages of docs without the decisions. */
  private static List<Path> userPages() {
    return documents().stream()
        .filter(page -> page.equals(README) || page.getParent().endsWith("docs"))
        .toList();
  }

  /** A figure is no reciprocal, and an example stands before the end of its sentence. */
  @Test
  void shouldKeepToPlainFigures() {
    assertThat(documents())
        .allSatisfy(
            page ->
                assertThat(Prose.of(Prose.text(page)))
                    .as("%s", page)
                    .allSatisfy(
                        sentence ->
                            assertThat(sentence)
                                .doesNotContainPattern(RECIPROCAL)
                                .doesNotContainPattern(SAY)));
  }

  @Test
  void shouldListDecisionsByTheirTitles() {
    String index = Prose.text(ROOT.resolve("docs/adr/README.md"));
    assertThat(decisions())
        .isNotEmpty()
        .allSatisfy(
            page -> {
              String title = Prose.text(page).lines().findFirst().orElseThrow().substring(2);
              int number = Integer.parseInt(page.getFileName().toString().substring(0, 4));
              assertThat(title).startsWith(number + ". ");
              assertThat(index).contains("- [%s](%s)".formatted(title, page.getFileName()));
            });
  }

  @Test
  void shouldKeepDecisionsFewAndShort() {
    assertThat(decisions())
        .hasSizeLessThanOrEqualTo(40)
        .allSatisfy(page -> assertThat(words(page)).as("words of %s", page).isLessThan(350));
    assertThat(decisions().stream().mapToInt(DocumentationTest::words).sum())
        .as("words of all decisions")
        .isLessThanOrEqualTo(12_000);
  }

  private static List<Path> decisions() {
    return documents().stream()
        .filter(page -> DECISION.matcher(page.getFileName().toString()).matches())
        .toList();
  }

  @Test
  void shouldLeadToEveryPageAndDecision() {
    assertThat(documents())
        .filteredOn(page -> page.startsWith(ROOT.resolve("docs")))
        .filteredOn(page -> !page.endsWith("README.md"))
        .isNotEmpty()
        .allSatisfy(
            page ->
                assertThat(Prose.text(page.resolveSibling("README.md")))
                    .contains("(" + page.getFileName() + ")"));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void shouldNameCommandsThatExist(String command) {
    String[] arguments =
        WORD.matcher(command)
            .results()
            .skip(1)
            .map(word -> word.group().replace("'", ""))
            .toArray(String[]::new);
    CommandLine.ParseResult parsed = Cal.commandLine().parseArgs(arguments);
    CommandLine.ParseResult sub = parsed.subcommand();
    if (sub != null) {
      Map<String, String> settings =
          new LinkedHashMap<>(sub.matchedOptionValue("--set", Map.<String, String>of()));
      String model = sub.matchedOptionValue("--model", "sequential");
      assertThat(models()).extracting(ConcurrencyModel::name).contains(model);
      CalRuntime.of(settings, STAGES).close();
    }
  }

  /** Every {@code ./cal} of the documents, without what a shell would not pass on. */
  static Collection<String> commands() {
    List<String> commands = new ArrayList<>();
    for (Path document : documents()) {
      String text = Prose.text(document);
      for (Fence fence : fencesAfter(text, "")) {
        if (fence.language().equals("sh")) {
          fence.body().lines().filter(line -> line.startsWith("./cal ")).forEach(commands::add);
        }
      }
      INLINE.matcher(text).results().map(match -> match.group(1)).forEach(commands::add);
    }
    commands.replaceAll(command -> command.replaceFirst(" *#.*", ""));
    assertThat(commands).contains("./cal demo");
    return commands;
  }

  @Test
  void shouldLinkToWhatExists() {
    for (Path document : documents()) {
      List<MatchResult> links = LINK.matcher(Prose.text(document)).results().toList();
      for (MatchResult link : links) {
        if (link.group(1).contains("://")) {
          continue;
        }
        String target = link.group(1);
        Path file = target.isEmpty() ? document : document.resolveSibling(target);
        assertThat(file).as("%s in %s", link.group(), document).exists();
        if (link.group(2) != null) {
          assertThat(anchors(file)).as("%s in %s", link.group(), document).contains(link.group(2));
        }
      }
    }
  }

  /** A reader finds each, and how it was made. */
  @Test
  void shouldLinkToEveryRecord() throws IOException {
    String index = Prose.text(ROOT.resolve("bench/results/README.md"));
    try (Stream<Path> records = Files.list(ROOT.resolve("bench/results"))) {
      assertThat(records.filter(Files::isDirectory).map(Path::getFileName))
          .isNotEmpty()
          .allSatisfy(name -> assertThat(index).contains("(" + name + "/README.md)"));
    }
  }

  @Test
  void shouldShowServersThatCompile(@TempDir Path classes) {
    Path page = ROOT.resolve("docs/moving-a-threaded-server.md");
    List<Fence> snippets =
        fencesAfter(Prose.text(page), "").stream()
            .filter(f -> f.language().equals("java"))
            .toList();
    assertThat(snippets).as("before and after").hasSize(2);
    for (Fence snippet : snippets) {
      StringWriter output = new StringWriter();
      List<String> options = List.of("-Xlint:all", "-Werror", "-d", classes.toString());
      List<JavaFileObject> source = List.of(new Source(snippet.body()));
      boolean compiled =
          ToolProvider.getSystemJavaCompiler()
              .getTask(output, null, null, options, null, source)
              .call();
      assertThat(compiled).as(output.toString()).isTrue();
    }
  }

  @Test
  void shouldShowTheBindingOfTheSample() {
    String binding =
        Prose.text(
            ROOT.resolve(
                "sample-upload-server/src/main/aspect/cal/sample/upload/UploadActivities.aj"));
    for (Path page : List.of(MODELS, LEFT_STEPS)) {
      assertThat(Fence.of(page, "java"))
          .singleElement()
          .satisfies(shown -> assertThat(binding).contains(shown.strip().indent(4).strip()));
    }
  }

  @Test
  void shouldShowASimulatedTestThatRuns() {
    String test =
        Prose.text(ROOT.resolve("cal-simulation/src/test/java/simulated/MendedTest.java"));
    assertThat(Fence.of(SIMULATION, "java"))
        .singleElement()
        .satisfies(shown -> assertThat(test).contains(shown));
  }

  @Test
  void shouldShowErrorsAsTheyAre() {
    List<String> shown =
        Fence.of(CONFIGURATION, "").stream()
            .flatMap(String::lines)
            .filter(line -> line.startsWith("cal: "))
            .toList();
    assertThat(shown).hasSizeGreaterThan(3);
    for (String line : shown) {
      Matcher setting = MISTAKE.matcher(line);
      assertThat(setting.find()).as(line).isTrue();
      Map<String, String> settings = Map.of(setting.group(2), setting.group(1));
      assertThatThrownBy(() -> open(settings))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage(line.replaceFirst("^cal: ", "").replaceFirst("\\(-D[^)]*\\)", "(given)"));
    }
  }

  private static void open(Map<String, String> settings) {
    try (CalRuntime runtime = CalRuntime.of(settings, STAGES)) {
      STAGES.forEach(runtime::open);
    }
  }

  @Test
  void shouldShowNoSnippetThatNobodyChecks() {
    // docs/check.md has a test of its own, in cal-agent; docs/recipes.md and docs/tests.md in
    // RecipesTest; docs/benchmarks.md in ExperimentFilesTest.
    List<Path> checked =
        List.of(
            README,
            CONFIGURATION,
            FIRST_HOUR,
            PLUGIN,
            ROOT.resolve("docs/load-time.md"),
            ROOT.resolve("docs/moving-a-threaded-server.md"),
            ROOT.resolve("docs/benchmarks.md"),
            ROOT.resolve("docs/check.md"),
            MODELS,
            LEFT_STEPS,
            ROOT.resolve("docs/recipes.md"),
            ROOT.resolve("docs/samples.md"),
            SIMULATION,
            ROOT.resolve("docs/tests.md"));
    for (Path document : documents()) {
      if (!checked.contains(document)) {
        assertThat(Fence.all(Prose.text(document)))
            .as("snippets of %s", document)
            .extracting(Fence::language)
            .isSubsetOf("", "sh");
      }
    }
  }

  @Test
  void shouldPinTheVersionsOfTheBuild() throws Exception {
    String pom = Prose.text(ROOT.resolve("pom.xml"));
    String compiler = pom.replaceFirst("(?s).*<compiler.plugin.version>(.*?)</.*", "$1");
    assertThat(Prose.text(FIRST_HOUR)).contains("<version>" + compiler + "<");
    String surefire = pom.replaceFirst("(?s).*<surefire.plugin.version>(.*?)</.*", "$1");
    assertThat(Prose.text(FIRST_HOUR)).contains("<version>" + surefire + "<");
    String own = pom.replaceFirst("(?s).*?<version>(.*?)</.*", "$1");
    assertThat(Prose.text(FIRST_HOUR)).contains("<version>" + own + "<");
    assertThat(Prose.text(PLUGIN)).contains(":" + own + ":");
  }

  private static Collection<ConcurrencyModel> models() {
    return Models.of(DocumentationTest.class.getClassLoader()).all();
  }

  private static List<String> columns(Setting<?> setting) {
    String type = setting.type().replaceFirst("^(a duration) such as .*", "$1");
    return List.of(type, setting.fallback(), setting.purpose());
  }

  /** The rows of the table after a marker, by their first cells; code marks are taken off. */
  private static Map<String, List<String>> table(Path document, String marker) {
    String text = Prose.text(document);
    int start = text.indexOf("<!-- " + marker + " -->");
    assertThat(start).as("the marker %s in %s", marker, document).isNotNegative();
    return text.substring(start)
        .lines()
        .skip(3)
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> line.replaceAll("^\\| | \\|$", "").replace("`", ""))
        .map(line -> List.of(line.split(" \\| ", -1)))
        .collect(Collectors.toMap(List::getFirst, row -> row.subList(1, row.size())));
  }

  private static List<Fence> fencesAfter(String text, String marker) {
    assertThat(text).contains(marker);
    return Fence.all(text.substring(text.indexOf(marker)));
  }

  private static List<String> anchors(Path document) {
    return Prose.text(document)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  private static List<Path> documents() {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs).filter(f -> f.toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A snippet, as a file for the compiler. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String text) {
      super(URI.create("string:///VoteServer.java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
