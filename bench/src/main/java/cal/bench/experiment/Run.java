package cal.bench.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures a study case by case, and writes all its files anew after each: whenever it is
 * interrupted, what was done is kept. A case that the JSON file holds already, of the same file,
 * scale, commit and machine, is not measured again. Confined to one thread.
 */
public final class Run {
  private final Study study;
  private final Map<String, String> machine;
  private final ResultFolder folder;
  private final Listener listener;

  /**
   * Of a study.
   *
   * @param study what is measured
   * @param machine where, and which commit
   * @param out the folder for the files
   * @param listener is told what goes on
   */
  public Run(Study study, Map<String, String> machine, Path out, Listener listener) {
    this.study = study;
    this.machine = machine;
    this.folder = new ResultFolder(out, study.experiment().name());
    this.listener = listener;
  }

  /**
   * Measures what is not there.
   *
   * @param again whether what is there is measured anew, too, and compared with
   * @return the report, as Markdown
   * @throws IOException if a file cannot be written, or something not be opened
   * @throws InterruptedException if interrupted; what was done is kept
   */
  public String call(boolean again) throws IOException, InterruptedException {
    Results none = Results.of(study, machine, List.of());
    Optional<Results> before = folder.read().filter(old -> old.canGoOnAs(none));
    List<Map<String, String>> cases = study.plan().cases();
    List<Cell> cells = new ArrayList<>();
    Duration left = study.estimate();
    int measured = 0;
    for (int i = 0; i < cases.size(); i++) {
      Map<String, String> labels = cases.get(i);
      Optional<Cell> old = before.flatMap(results -> results.cell(labels));
      if (old.isPresent() && !again) {
        cells.add(old.get());
      } else {
        String where =
            "%s, case %d of %d, %s left: %s"
                .formatted(
                    study.experiment().name(), i + 1, cases.size(), words(left), Cell.name(labels));
        listener.milestone(where);
        Cell cell = study.plan().measure(labels, new Prefixed(where, listener));
        cells.add(old.map(cell::after).orElse(cell));
        measured++;
        folder.write(study, Results.of(study, machine, cells));
      }
      left = left.minus(study.plan().estimate(labels));
    }
    if (measured < cases.size()) {
      listener.milestone(
          "%s: %d of %d cases were there already; --again measures them anew"
              .formatted(study.experiment().name(), cases.size() - measured, cases.size()));
    }
    return folder.write(study, Results.of(study, machine, cells));
  }

  /**
   * A time in words.
   *
   * @param time how long
   * @return such as {@code 40 s} or {@code 12 min}
   */
  public static String words(Duration time) {
    long seconds = Math.max(1, time.toSeconds());
    return seconds < 90 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
  }

  /** Puts the case before what goes on in it. */
  private record Prefixed(String prefix, Listener listener) implements Listener {
    @Override
    public void now(String what) {
      listener.now(prefix + ", " + what);
    }

    @Override
    public void milestone(String what) {
      listener.milestone(prefix + ", " + what);
    }
  }
}
