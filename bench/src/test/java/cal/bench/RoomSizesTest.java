package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A room of the library is seen at once: few files, short files, and no long cycle of types. */
class RoomSizesTest {
  private static final Path ROOT = Path.of("..");
  private static final int FILES = 20;
  private static final int LINES = 300;
  private static final int TYPES = 8;

  /** Ceilings of files that are to be divided yet; an entry goes when its file is. */
  private static final Map<String, Integer> LONG_FILES = Map.of("Player.java", 326);

  private static final Pattern STRESS = Pattern.compile("(?m)^\\s*@JCStressTest\\b");
  private static final Pattern CLASS = Pattern.compile("\\bclass (\\w+)");

  private static void eachSource(Visitor visitor) throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path module :
          modules.filter(m -> m.getFileName().toString().startsWith("cal-")).toList()) {
        for (String kind : List.of("java", "aspect")) {
          Path sources = module.resolve("src/main").resolve(kind);
          if (Files.exists(sources)) {
            try (Stream<Path> files = Files.walk(sources)) {
              files
                  .filter(file -> file.toString().matches(".*\\.(java|aj)"))
                  .filter(file -> !file.endsWith("package-info.java"))
                  .forEach(
                      file ->
                          visitor.visit(
                              module.getFileName() + "/" + sources.relativize(file.getParent()),
                              file));
            }
          }
        }
      }
    }
  }

  @FunctionalInterface
  private interface Visitor {
    void visit(String room, Path file);
  }

  @Test
  void shouldHaveFewFilesInARoom() throws IOException {
    Map<String, Integer> files = new TreeMap<>();
    eachSource((room, file) -> files.merge(room, 1, Integer::sum));
    assertThat(files).containsKey("cal-reactive/cal/reactive/internal/loop");
    files.entrySet().removeIf(room -> room.getValue() <= FILES);
    assertThat(files).as("rooms of more than %d files", FILES).isEmpty();
  }

  @Test
  void shouldHaveShortFiles() throws IOException {
    Map<String, Integer> lines = new TreeMap<>();
    eachSource((room, file) -> lines.put(file.getFileName() + " of " + room, lines(file)));
    assertThat(lines).hasSizeGreaterThan(100);
    lines
        .entrySet()
        .removeIf(
            file ->
                file.getValue()
                    <= LONG_FILES.getOrDefault(file.getKey().replaceFirst(" of .*", ""), LINES));
    assertThat(lines).as("files of more than %d lines", LINES).isEmpty();
  }

  private static int lines(Path file) {
    try {
      return Files.readAllLines(file).size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** On two cores jcstress passes over a test with more threads, in silence. */
  @Test
  void shouldStressByTwoActors() throws IOException {
    Map<String, Integer> actors = new TreeMap<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve("stress/src/test/java"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        STRESS.splitAsStream(Files.readString(file)).skip(1).forEach(test -> count(test, actors));
      }
    }
    assertThat(actors).hasSizeGreaterThan(10);
    actors.values().removeIf(count -> count == 2);
    assertThat(actors).as("tests without two actors").isEmpty();
  }

  private static void count(String test, Map<String, Integer> actors) {
    Matcher name = CLASS.matcher(test);
    assertThat(name.find()).as("a class after @JCStressTest").isTrue();
    actors.put(name.group(1), test.split("@Actor\\b", -1).length - 1);
  }

  @Test
  void shouldHaveNoLongCycleOfTypes() {
    JavaClasses classes = Library.classesAnd("cal.cli", "cal.weave");
    Map<String, Set<String>> seen = new HashMap<>();
    for (JavaClass type : classes) {
      Set<String> others = seen.computeIfAbsent(outermost(type).getName(), name -> new TreeSet<>());
      type.getDirectDependenciesFromSelf()
          .forEach(other -> others.add(outermost(other.getTargetClass()).getName()));
    }
    assertThat(seen).containsKey("cal.reactive.internal.loop.Loop");
    List<Set<String>> cycles = new Cycles(seen).all();
    cycles.removeIf(cycle -> cycle.size() <= TYPES);
    assertThat(cycles).as("cycles of more than %d types", TYPES).isEmpty();
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(RoomSizesTest::outermost).orElse(type);
  }

  /** Strongly connected components, by Tarjan's algorithm. */
  private static final class Cycles {
    private final Map<String, Set<String>> seen;
    private final Map<String, Integer> found = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();
    private final List<Set<String>> all = new ArrayList<>();

    Cycles(Map<String, Set<String>> seen) {
      this.seen = seen;
    }

    List<Set<String>> all() {
      for (String type : seen.keySet()) {
        if (!found.containsKey(type)) {
          visit(type);
        }
      }
      return all;
    }

    /** The earliest type on the path that a type reaches. */
    private int visit(String type) {
      int own = found.size();
      int earliest = own;
      found.put(type, own);
      path.push(type);
      for (String other : seen.get(type)) {
        if (!found.containsKey(other) && seen.containsKey(other)) {
          earliest = Math.min(earliest, visit(other));
        } else if (path.contains(other)) {
          earliest = Math.min(earliest, found.get(other));
        }
      }
      if (earliest == own) {
        Set<String> cycle = new TreeSet<>();
        while (path.contains(type)) {
          cycle.add(path.pop());
        }
        all.add(cycle);
      }
      return earliest;
    }
  }
}
