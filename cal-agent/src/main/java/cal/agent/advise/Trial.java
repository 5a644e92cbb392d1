package cal.agent.advise;

import cal.agent.advise.Sample.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToLongFunction;

/**
 * A life of a warm server under a model, in slots. Medians of slots forget a disturbance.
 * Immutable.
 *
 * @param model of the server
 * @param samples of its process, in their order: two at least
 */
record Trial(String model, List<Sample> samples) {
  private static final double NANOS = 1e9;

  /** Of a slot: processor time is told in hundredths of a second. */
  private static final double LEAST_SECONDS = 0.45;

  /** Units a second; 0 without any. */
  double rate(Work work) {
    return median(work, (from, to) -> units(work, from, to) / seconds(from, to));
  }

  /** Seconds of CPU time of a thousand units; not a number without a unit. */
  double cpu(Work work) {
    return rate(work) == 0
        ? Double.NaN
        : median(
            work,
            (from, to) ->
                1000 * (to.cpu().server() - from.cpu().server()) / NANOS / units(work, from, to));
  }

  private double median(Work work, ToDoubleBiFunction<Sample, Sample> figure) {
    List<Sample> bounds = bounds(work);
    List<Double> slots = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i++) {
      slots.add(figure.applyAsDouble(bounds.get(i - 1), bounds.get(i)));
    }
    return slots.isEmpty() ? 0 : Spread.median(slots);
  }

  /** The begins and ends of slots; where units are few, the first and the last end of any. */
  private List<Sample> bounds(Work work) {
    List<Sample> ends = new ArrayList<>();
    for (int i = work.unit() == Work.Unit.RUNS ? 1 : 0; i < samples.size(); i++) {
      if (i == 0 || work.ends(samples.get(i - 1), samples.get(i))) {
        ends.add(samples.get(i));
      }
    }
    List<Sample> bounds = new ArrayList<>();
    for (Sample end : ends) {
      if (bounds.isEmpty()
          || (seconds(bounds.getLast(), end) >= LEAST_SECONDS
              && units(work, bounds.getLast(), end) >= work.unit().least)) {
        bounds.add(end);
      }
    }
    boolean few = bounds.size() < 2 && ends.size() > 1;
    return few && units(work, ends.getFirst(), ends.getLast()) > 0
        ? List.of(ends.getFirst(), ends.getLast())
        : bounds;
  }

  /** Units a second between the first and the last sample. */
  double meanRate(Work work) {
    return units(work) / seconds(samples.getFirst(), last());
  }

  /** All units of the life. */
  double units(Work work) {
    return units(work, samples.getFirst(), last());
  }

  /** Cores that some processes kept busy. */
  double cores(ToLongFunction<Cpu> nanos) {
    Sample first = samples.getFirst();
    long spent = nanos.applyAsLong(last().cpu()) - nanos.applyAsLong(first.cpu());
    return spent / NANOS / seconds(first, last());
  }

  Sample last() {
    return samples.getLast();
  }

  private static double units(Work work, Sample from, Sample to) {
    return work.count(to) - work.count(from);
  }

  private static double seconds(Sample from, Sample to) {
    return (to.nanos() - from.nanos()) / NANOS;
  }
}
