package cal.core.internal.support;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Elements are added while others are taken: each is taken once, in order. */
public class ArrivalsStress {
  private static final class Letter extends Arrivals.Link<Letter> {
    private final char letter;

    Letter(char letter) {
      this.letter = letter;
    }
  }

  @JCStressTest
  @Outcome(id = "abc", expect = ACCEPTABLE, desc = "once, in order")
  @State
  public static class EachIsTakenOnce {
    private final Arrivals<Letter> arrivals = new Arrivals<>();

    /** Of the taker, and then of the arbiter. */
    private String taken = "";

    @Actor
    public void adder() {
      arrivals.add(new Letter('a'));
      arrivals.add(new Letter('b'));
      arrivals.add(new Letter('c'));
    }

    @Actor
    public void taker() {
      take();
      take();
    }

    private void take() {
      for (Letter one = arrivals.takeAll(); one != null; one = one.next()) {
        taken += one.letter;
      }
    }

    @Arbiter
    public void look(L_Result result) {
      take();
      result.r1 = taken;
    }
  }
}
