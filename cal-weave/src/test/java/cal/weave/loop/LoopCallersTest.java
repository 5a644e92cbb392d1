package cal.weave.loop;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cal.weave.support.MethodPattern;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A call of a cut loop returns before the first turn: its callers must not count on the end. */
class LoopCallersTest {
  private static final String HERE = LoopCallersTest.class.getName();

  /** The loop of each caller below. */
  public static class Talk {
    private int left = 3;

    void talk() {
      while (more()) {
        left--;
      }
    }

    void fails() throws IOException {
      while (more()) {
        if (left-- == 1) {
          throw new IOException("the end");
        }
      }
    }

    boolean more() {
      return left > 0;
    }

    void close() {
      left = 0;
    }
  }

  /** Does nothing behind the loop. */
  public static final class Good {
    void calls(Talk talk) {
      String name = talk.toString();
      if (name != null) {
        talk.talk();
      }
    }

    void runs() {
      calls(new Talk());
    }

    void accepts() {
      int count = 0;
      while (count++ < 2) {
        Talk talk = new Talk();
        talk.talk();
      }
      System.out.println(count);
    }

    void catchesWhatNobodyDeclares(Talk talk) {
      try {
        talk.talk();
      } catch (IllegalStateException failure) {
        System.err.println(failure);
      }
    }
  }

  public static final class GoesOn {
    void calls(Talk talk) {
      talk.talk();
      System.out.println("the end");
    }
  }

  public static final class Closes {
    void calls(Talk talk) {
      try {
        talk.talk();
      } finally {
        talk.close();
      }
    }
  }

  public static final class ClosesInALoop {
    void calls(List<Talk> all) {
      for (Talk one : all) {
        one.talk();
        one.close();
      }
    }
  }

  public static final class Locks {
    synchronized void calls(Talk talk) {
      talk.talk();
    }
  }

  public static final class LocksByHand {
    private final Lock lock = new ReentrantLock();

    void calls(Talk talk) {
      lock.lock();
      talk.talk();
    }
  }

  public static final class LocksAbove {
    private void calls(Talk talk) {
      talk.talk();
    }

    void above(Talk talk) {
      synchronized (talk) {
        calls(talk);
      }
    }
  }

  public static final class Catches {
    void calls(Talk talk) {
      try {
        talk.fails();
      } catch (IOException end) {
        System.out.println(end);
      }
    }
  }

  private static void require(String caller, String loop, Region... regions) throws IOException {
    Loops loops =
        new Loops(
            List.of(
                LoopCut.of(
                    "a.One",
                    "cal.yaml: stages.one",
                    "void " + HERE + ".Talk." + loop + "()",
                    "boolean " + HERE + ".Talk.more()")),
            LoopCallersTest.class.getClassLoader());
    List<byte[]> all = new ArrayList<>();
    for (String type : List.of("Talk", caller)) {
      try (InputStream in =
          LoopCallersTest.class.getResourceAsStream("LoopCallersTest$" + type + ".class")) {
        all.add(in.readAllBytes());
        loops.cut(HERE + "$" + type, all.getLast());
      }
    }
    loops.require(all, List.of(regions));
  }

  @Test
  void shouldCutWhereNobodyWaitsForTheEnd() {
    assertThatCode(() -> require("Good", "talk")).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          void %1$s.Talk.talk()    | is
          void %1$s.Good.calls(..) | calls
          * %1$s.Good.runs()       | calls
          """)
  void shouldNameARegionAroundALoop(String signature, String verb) {
    String text = signature.formatted(HERE);
    Region region = new Region("cal.yaml: regions.one", MethodPattern.imported(text).orElseThrow());
    assertThatThrownBy(() -> require("Good", "talk", region))
        .isInstanceOf(WeaveException.class)
        .hasMessage(
            "cal.yaml: regions.one: '"
                + text
                + "' "
                + verb
                + " the loop of a stage, which is left after each step; name the methods that the"
                + " loop calls");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GoesOn        | talk  | calls | as if the loop had ended
          Closes        | talk  | calls | as if the loop had ended
          ClosesInALoop | talk  | calls | as if the loop had ended
          Locks         | talk  | calls | holds a lock around the loop
          LocksByHand   | talk  | calls | holds the lock of line
          LocksAbove    | talk  | above | holds a lock around the loop
          Catches       | fails | calls | handle them in
          """)
  void shouldNameACallerThatWaitsForTheEnd(
      String caller, String loop, String method, String reason) {
    assertThatThrownBy(() -> require(caller, loop))
        .isInstanceOf(WeaveException.class)
        .hasMessageStartingWith("cal.yaml: stages.one.loop: void " + HERE + ".Talk." + loop)
        .hasMessageContaining(" (at " + HERE + "$" + caller + "." + method + ":")
        .hasMessageContaining("returns to its caller before its first turn; the caller ")
        .hasMessageContaining(reason);
  }
}
