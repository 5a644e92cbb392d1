package cal.bench.effort;

import java.io.Closeable;

/** Whatever an aspect may have, once or twice. */
aspect Fixture {
  declare parents: Counted implements Closeable;

  // A method, a field, a constructor.
  public void Counted.close() {}

  int Counted.number = 1; /* the second line of code
  is that above */

  Counted.new(int number) {
    this();
    this.number = number;
  }

  pointcut named(): execution(int Counted.answer());

  int around(): named() {
    return hook(proceed());
  }

  private static int hook(int answer) {
    return answer + "// is no comment".length();
  }

  static aspect Inner {
    private pointcut other(Counted counted): execution(* Counted.answer()) && this(counted);

    before(Counted counted): other(counted) {
      counted.number++;
    }

    after(): execution(* Counted.answer()) {}
  }
}
