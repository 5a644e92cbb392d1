package cal.weave.check.corpus;

/** An activity that goes on by calling itself. */
// --spawn void *..EndlessRecursion.*(..)
@SuppressWarnings("InfiniteRecursion")
final class EndlessRecursion {
  private final EndlessRecursion next = null;

  void serve(int request) {
    answer(request);
    serve(request + 1); // finds 1.2
  }

  private static void answer(int request) {
    System.out.println(request);
  }

  void delegate(int request) {
    next.delegate(request);
  }

  void countDown(int left) {
    if (left > 0) {
      countDown(left - 1);
    }
  }
}
