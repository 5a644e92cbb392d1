package cal.agent.advise;

import java.util.List;

/**
 * A life of a warm server under a model. Immutable.
 *
 * @param model of the server
 * @param samples of its process, in their order: two at least
 */
record Trial(String model, List<Sample> samples) {
  private static final double NANOS = 1e9;

  /** Successful steps a second. */
  double steps() {
    return (last().right() - first().right()) / seconds(first(), last());
  }

  /** Seconds of CPU time of a thousand such steps; not a number without them. */
  double cpuOfSteps() {
    return cpu(first(), last()) * 1000 / (last().right() - first().right());
  }

  /** Runs of the load a second, counting runs within the trial; 0 without any. */
  double runs() {
    long whole = lastEnd().runs() - firstEnd().runs();
    return whole == 0 ? 0 : whole / seconds(firstEnd(), lastEnd());
  }

  /** Seconds of CPU time of a run; not a number without a whole run. */
  double cpuOfRuns() {
    return cpu(firstEnd(), lastEnd()) / (lastEnd().runs() - firstEnd().runs());
  }

  /** The first sample after the end of a run. */
  private Sample firstEnd() {
    return samples.stream().filter(one -> one.runs() > first().runs()).findFirst().orElse(last());
  }

  /** The first sample after the last end of a run. */
  private Sample lastEnd() {
    return samples.stream().filter(one -> one.runs() == last().runs()).findFirst().orElse(last());
  }

  /** Calls captured since the server started: most loads connect during the warm-up. */
  long captured() {
    return last().captured();
  }

  long refused() {
    return last().refused();
  }

  long failed() {
    return last().failed();
  }

  long megabytes() {
    return last().megabytes();
  }

  private Sample first() {
    return samples.getFirst();
  }

  private Sample last() {
    return samples.getLast();
  }

  private static double cpu(Sample from, Sample to) {
    return to.cpu().minus(from.cpu()).toNanos() / NANOS;
  }

  private static double seconds(Sample from, Sample to) {
    return (to.nanos() - from.nanos()) / NANOS;
  }
}
