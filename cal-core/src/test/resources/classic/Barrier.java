package classic;

/** A cyclic barrier: nobody goes on before everybody has come. */
final class Barrier {
  private final int parties;
  private int missing;
  private int round;
  private int waiting;

  Barrier(int parties) {
    this.parties = parties;
    this.missing = parties;
  }

  void arrive() throws InterruptedException {
    int mine = round;
    missing--;
    if (missing == 0) {
      missing = parties;
      round++;
      resume();
    }
    awaitRound(mine + 1);
  }

  void awaitRound(int number) throws InterruptedException {
    while (round < number) {
      waiting++;
      wait();
      waiting--;
    }
  }

  private void resume() {
    if (waiting > 0) {
      notifyAll();
    }
  }

  /** Arguments: parties, rounds. */
  public static void main(String[] args) throws InterruptedException {
    int parties = Integer.parseInt(args[0]);
    int rounds = Integer.parseInt(args[1]);
    Barrier barrier = new Barrier(parties);
    Barrier end = new Barrier(parties);
    int[][] steps = new int[parties][1];
    int[] mistakes = new int[parties];
    for (int i = 0; i < parties; i++) {
      int me = i;
      Worker.start(
          () -> {
            for (int turn = 0; turn < rounds; turn++) {
              steps[me][0]++;
              barrier.arrive();
              // Others may have made one step more, none may have made one less.
              for (int[] other : steps) {
                if (other[0] < turn + 1) {
                  mistakes[me]++;
                }
              }
              barrier.arrive();
            }
            end.arrive();
          });
    }
    end.awaitRound(1);
    int sum = 0;
    for (int mistake : mistakes) {
      sum += mistake;
    }
    System.out.println("rounds=" + barrier.round / 2 + " mistakes=" + sum);
  }
}
