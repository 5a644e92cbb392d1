package cal.weave.check.corpus;

import java.io.Serializable;
import java.util.List;

/** Calls for a cluster, some of which need objects that do not travel. */
// --spawn void *..StaysAtHome.serve(..)
// --cluster * *..StaysAtHome.Sums.*(..)
// --cluster * *..StaysAtHome.Table.*(..)
final class StaysAtHome {
  void serve(Sums sums, Table table) {
    sums.total(List.of(1));
    Sums.parsed("1", new int[1]);
    Sums.awaited(Thread.currentThread());
    table.at(1);
  }

  /** It travels. */
  static final class Sums implements Serializable {
    private static final long serialVersionUID = 1L;

    int total(List<Integer> numbers) {
      return numbers.size();
    }

    static Number parsed(String text, int[] digits) {
      return text.length() + digits.length;
    }

    static void awaited(Thread thread) {
      thread.isAlive(); // finds 6.1
    }
  }

  /** It does not. */
  static final class Table {
    Table[] at(int place) {
      return new Table[place]; // finds 6.1
    }

    int size() {
      return 1; // finds 6.1
    }
  }
}
