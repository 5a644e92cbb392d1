package simulated;

import java.util.ArrayDeque;
import java.util.Deque;

/** A mailbox: {@code POST FRAME}, {@code TAKE}, {@code DONE FRAME}. */
class Mail implements LineServer.Service {
  private final Deque<String> frames = new ArrayDeque<>();

  @Override
  public synchronized String answer(String line) {
    String[] words = line.split(" ", -1);
    return switch (words[0]) {
      case "POST" -> {
        frames.remove(words[1]); // sent again
        frames.add(words[1]);
        yield "posted";
      }
      case "TAKE" -> take(frames);
      default -> {
        frames.remove(words[1]);
        yield "done";
      }
    };
  }

  /** The bug: the frame is gone before the client has it. */
  String take(Deque<String> all) {
    return all.isEmpty() ? "-" : all.remove();
  }

  /** Without the bug: the frame stays until the client has said so. */
  static final class Mended extends Mail {
    @Override
    String take(Deque<String> all) {
      return all.isEmpty() ? "-" : all.peek();
    }
  }
}
