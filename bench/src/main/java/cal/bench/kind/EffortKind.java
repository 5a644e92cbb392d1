package cal.bench.kind;

import cal.bench.effort.AspectCount;
import cal.bench.experiment.Cell;
import cal.bench.experiment.Figure;
import cal.bench.experiment.Kind;
import cal.bench.experiment.Listener;
import cal.bench.experiment.Parameters;
import cal.bench.experiment.Plan;
import cal.bench.experiment.Row;
import cal.bench.experiment.Scale;
import cal.cli.server.OrbServers;
import cal.cli.support.BuildLayout;
import cal.cli.support.Failure;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The effort of writing a server's concurrency: the CAL paper's Table 1, counted from sources and
 * from ajc's class files of them, with the paper's numbers beside ours. Measures no time.
 * Stateless.
 */
final class EffortKind implements Kind {
  private static final String GROUP = "aspects";
  private static final List<Figure> FIGURES =
      Figure.table(
          """
          lines     | lines      | lines of code, without blanks and comments              | 0 | none
          pointcuts | pointcuts  | named pointcuts                                         | 0 | none
          types     | type ITD   | inter-type declarations of types (declare parents)      | 0 | none
          members   | member ITD | inter-type methods, constructors and fields             | 0 | none
          advice    | advice     | pieces of advice                                        | 0 | none
          methods   | methods    | methods of the aspects' own                             | 0 | none
          """);

  @Override
  public Plan plan(Parameters parameters, Scale scale) {
    List<Group> groups = new ArrayList<>();
    for (Parameters part : parameters.parts("groups", null)) {
      groups.add(
          new Group(part.text("name"), part.texts("sources", List.of()), part.text("total", "")));
      part.requireAllAsked(Set.of());
    }
    if (groups.isEmpty()) {
      throw parameters.mistake(
          "groups", "there are no groups; write groups: [{name: NAME, sources: FOLDER}]");
    }
    Map<String, List<Row>> published = new LinkedHashMap<>();
    for (Parameters part : parameters.parts("published", null)) {
      String group = part.one(GROUP, null, groups.stream().map(Group::name).toList());
      Map<String, Double> figures = new LinkedHashMap<>();
      for (Figure figure : FIGURES) {
        if (part.has(figure.key())) {
          figures.put(figure.key(), part.number(figure.key(), 0, 0, 1e6));
        }
      }
      published
          .computeIfAbsent(group, first -> new ArrayList<>())
          .add(new Row("paper: " + part.text("name"), figures));
      part.requireAllAsked(Set.of());
    }
    return new Counts(groups, published);
  }

  /**
   * Aspects that are counted together.
   *
   * @param name of the case
   * @param sources folders with packages, from the root of the repository
   * @param total the name of the row with the sum; empty for none
   */
  private record Group(String name, List<String> sources, String total) {}

  /** The plan. */
  private record Counts(List<Group> groups, Map<String, List<Row>> published) implements Plan {
    @Override
    public List<Map<String, String>> cases() {
      return groups.stream().map(group -> Map.of(GROUP, group.name())).toList();
    }

    @Override
    public Duration estimate(Map<String, String> labels) {
      return Duration.ofMillis(200);
    }

    @Override
    public List<Figure> figures() {
      return FIGURES;
    }

    @Override
    public String method() {
      return """
      Lines are counted in the sources, without blank ones and comments; everything else by \
      reflection in the aspects that ajc has compiled (AjTypeSystem). An aspect counts with those \
      inside of it. The rows of the paper are those of its Table 1, where each model has an aspect \
      of its own for each server; here a server has one binding, and the model is configuration.\
      """;
    }

    @Override
    public Cell measure(Map<String, String> labels, Listener listener) throws IOException {
      Group group =
          groups.stream()
              .filter(one -> one.name().equals(labels.get(GROUP)))
              .findFirst()
              .orElseThrow();
      List<Row> rows = new ArrayList<>(published.getOrDefault(group.name(), List.of()));
      ClassLoader loader = loader();
      Map<String, Double> total = new LinkedHashMap<>();
      for (String folder : group.sources()) {
        Path sources = BuildLayout.root().resolve(folder);
        for (Path file : sources(sources)) {
          Map<String, Double> count = count(sources, file, loader);
          String name = file.getFileName().toString().replaceFirst("\\..*", "");
          rows.add(new Row(name, count));
          count.forEach((key, number) -> total.merge(key, number, Double::sum));
        }
      }
      if (!group.total().isEmpty()) {
        rows.add(new Row(group.total(), total));
      }
      return new Cell(labels, rows, List.of());
    }

    private static Map<String, Double> count(Path sources, Path file, ClassLoader loader)
        throws IOException {
      try {
        return AspectCount.of(sources, file, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        throw new Failure(1, file + " is not compiled (" + e + "); 'mvn package' does it", e);
      }
    }

    private static List<Path> sources(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        return files.filter(file -> file.toString().endsWith(".aj")).sorted().toList();
      } catch (IOException e) {
        throw new Failure(
            1, "no sources in " + folder + "; effort is counted where the repository is", e);
      }
    }

    /** This program's class path, and what the build has woven beside it. */
    private static ClassLoader loader() throws MalformedURLException {
      List<Path> paths =
          new ArrayList<>(List.of(BuildLayout.root().resolve("sample-upload-server/target/woven")));
      if (OrbServers.areBuilt()) {
        paths.addAll(OrbServers.classPath(false));
      }
      URL[] urls = new URL[paths.size()];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = paths.get(i).toUri().toURL();
      }
      return new URLClassLoader(urls, EffortKind.class.getClassLoader());
    }
  }
}
