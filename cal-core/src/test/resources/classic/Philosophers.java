package classic;

/** Philosophers who dine with two forks each; a fork is a guard, to hold it a region. */
final class Philosophers {
  private int ready;
  private int fed;
  private int waiting;

  /** One fork. */
  static final class Fork {
    private int used;

    /** Does something while nobody else has this fork. */
    void with(Worker worker) throws InterruptedException {
      used++;
      worker.work();
    }
  }

  /** Waits until so many philosophers have come here: each with one fork in the hand. */
  void meet(int philosophers) throws InterruptedException {
    ready++;
    resume();
    awaitReady(philosophers);
  }

  void awaitReady(int philosophers) throws InterruptedException {
    while (ready < philosophers) {
      pause();
    }
  }

  void feed() {
    fed++;
    resume();
  }

  int awaitFed(int meals) throws InterruptedException {
    while (fed < meals) {
      pause();
    }
    return fed;
  }

  private void pause() throws InterruptedException {
    waiting++;
    wait();
    waiting--;
  }

  private void resume() {
    if (waiting > 0) {
      notifyAll();
    }
  }

  /** Arguments: philosophers, meals of each, {@code ordered} or {@code unordered}. */
  public static void main(String[] args) throws InterruptedException {
    int philosophers = Integer.parseInt(args[0]);
    int meals = Integer.parseInt(args[1]);
    boolean ordered = args[2].equals("ordered");
    Philosophers table = new Philosophers();
    Fork[] forks = new Fork[philosophers];
    for (int i = 0; i < philosophers; i++) {
      forks[i] = new Fork();
    }
    for (int i = 0; i < philosophers; i++) {
      Fork left = forks[i];
      Fork right = forks[(i + 1) % philosophers];
      boolean last = i + 1 == philosophers;
      Worker.start(
          () -> {
            for (int meal = 0; meal < meals; meal++) {
              if (ordered && last) {
                right.with(() -> left.with(table::feed));
              } else if (ordered) {
                left.with(() -> right.with(table::feed));
              } else {
                left.with(
                    () -> {
                      table.meet(philosophers);
                      right.with(table::feed);
                    });
              }
            }
          });
    }
    if (ordered) {
      System.out.println("fed=" + table.awaitFed(philosophers * meals));
    } else {
      table.awaitReady(philosophers);
      System.out.println("each has one fork");
      System.exit(0);
    }
  }
}
