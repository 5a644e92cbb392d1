package classic;

/** A bounded buffer, written for one thread: its methods are critical regions, and no more. */
final class BoundedBuffer {
  private final int[] items;
  private int first;
  private int size;
  private int waiting;
  private int taken;
  private long sum;

  BoundedBuffer(int capacity) {
    items = new int[capacity];
  }

  void put(int item) throws InterruptedException {
    while (size == items.length) {
      pause();
    }
    items[(first + size) % items.length] = item;
    size++;
    resume();
  }

  int take() throws InterruptedException {
    while (size == 0) {
      pause();
    }
    int item = items[first];
    first = (first + 1) % items.length;
    size--;
    taken++;
    sum += item;
    resume();
    return item;
  }

  /** The sum of the items, once so many have been taken. */
  long sum(int items) throws InterruptedException {
    while (taken < items) {
      pause();
    }
    return sum;
  }

  private void pause() throws InterruptedException {
    waiting++;
    try {
      wait();
    } finally {
      waiting--;
    }
  }

  private void resume() {
    if (waiting > 0) {
      notifyAll();
    }
  }

  /** Arguments: producers, and as many consumers; items of each; capacity. */
  public static void main(String[] args) throws InterruptedException {
    int workers = Integer.parseInt(args[0]);
    int items = Integer.parseInt(args[1]);
    BoundedBuffer buffer = new BoundedBuffer(Integer.parseInt(args[2]));
    for (int i = 0; i < workers; i++) {
      Worker.start(
          () -> {
            for (int item = 1; item <= items; item++) {
              buffer.put(item);
            }
          },
          () -> {
            for (int item = 1; item <= items; item++) {
              buffer.take();
            }
          });
    }
    System.out.println("sum=" + buffer.sum(workers * items));
  }
}
