package cal.micrometer;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** A plain server of errands that take two steps; woven beside its tests. */
final class Office {
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>(1000);
  private final Archive archive = new Archive();

  /** The answers so far, in order. */
  BlockingQueue<String> answers() {
    return answers;
  }

  /** Runs an errand; each of its steps answers what the question says then. */
  void send(Supplier<String> question) {
    Errand errand = new Errand(question, archive, answers);
    while (errand.step())
      ;
  }

  /** Where errands ask. */
  static final class Archive {
    String ask(Supplier<String> question) {
      return question.get();
    }
  }

  /** One of them. */
  static final class Errand {
    private final Supplier<String> question;
    private final Archive archive;
    private final BlockingQueue<String> answers;
    private int steps;

    Errand(Supplier<String> question, Archive archive, BlockingQueue<String> answers) {
      this.question = question;
      this.archive = archive;
      this.answers = answers;
    }

    boolean step() {
      answers.add(question.get() + " " + archive.ask(question));
      return ++steps < 2;
    }
  }
}
