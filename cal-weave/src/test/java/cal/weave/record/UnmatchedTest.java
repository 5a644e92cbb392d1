package cal.weave.record;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A signature that matches no call is explained by the remedy for its mistake. */
class UnmatchedTest {
  private static final String STEP = "cal.weave.record.UnmatchedTest.Step";

  static final class Step {
    boolean next(int by) {
      return by > 0;
    }

    boolean referred(int by) {
      return by > 0;
    }

    boolean alone() {
      return false;
    }
  }

  static final class Caller {
    IntPredicate steps(Step step) {
      return step.next(1) ? step::referred : null;
    }
  }

  /** Its methods refer to its field by a handle. */
  record Held(int by) {}

  private static byte[] fileOf(Class<?> type) throws IOException {
    try (InputStream in =
        type.getResourceAsStream(type.getName().replaceFirst(".*\\.", "") + ".class")) {
      return in.readAllBytes();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          boolean %s.referred(int) | boolean Step.referred(int) is a method reference there, which is no call: write a lambda
          boolean %s.alone() | boolean Step.alone() is there, and no woven class calls it; name a called method, or weave the class that calls it
          boolean %s.next() | the nearest method that is called is boolean Step.next(int)
          boolean %s.nxt(int) | the nearest method that is called is boolean Step.next(int)
          """)
  void shouldNameTheRemedy(String signature, String remedy) throws IOException {
    WovenClasses seen =
        WovenClasses.of(List.of(fileOf(Step.class), fileOf(Caller.class), fileOf(Held.class)));
    DeclaredAspect declared =
        new DeclaredAspect(
            DeclaredAspect.PACKAGE + "StepActivities",
            "cal.yaml: stages.step",
            Map.of("captureOnInvocation", "call(" + signature.formatted(STEP) + ")"),
            false,
            Map.of());
    WovenClasses woven = WovenClasses.of(List.of(), List.of(declared));

    assertThatThrownBy(() -> RecordWriter.lines(woven, () -> seen))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: stages.step.spawn matches no call: ")
        .hasMessageEndingWith("; " + remedy);
  }

  @Test
  void shouldRefuseAFolderWithoutABinding(@TempDir Path folder) {
    assertThatThrownBy(() -> RecordWriter.write(folder))
        .isInstanceOf(WeaveException.class)
        .hasMessageContaining("no binding")
        .hasMessageContaining(folder.toString());
  }
}
