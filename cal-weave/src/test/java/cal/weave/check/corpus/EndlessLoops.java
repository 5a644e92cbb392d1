package cal.weave.check.corpus;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Activities that never end by themselves. */
// --spawn void *..EndlessLoops.*(..)
final class EndlessLoops {
  void echo(InputStream in) throws IOException {
    while (true) {
      in.skip(1); // finds 1.1
    }
  }

  void untilEnd(DataInputStream in) {
    try {
      for (; ; ) {
        int next = in.readInt(); // finds 1.1
        if (next < 0) {
          throw new IOException("negative");
        }
      }
    } catch (EOFException end) {
      finish();
    } catch (IOException failure) {
      throw new IllegalStateException(failure);
    }
  }

  void through(InputStream in) throws IOException {
    pump(in);
  }

  private static void pump(InputStream in) throws IOException {
    int sum = 0;
    while (true) {
      for (int i = 0; i < 10; i++) { // finds 1.1
        sum += in.read();
      }
      System.out.println(sum);
    }
  }

  void bounded(InputStream in) throws IOException {
    while (true) {
      if (in.read() < 0) {
        return;
      }
    }
  }

  void failing(int[] codes) {
    int sum = 0;
    for (int code : codes) {
      sum += code;
    }
    throw new IllegalStateException("sum=" + sum);
  }

  void finish() {}
}
