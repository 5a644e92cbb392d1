package cal.agent.advise;

import java.util.List;
import java.util.function.Function;

/**
 * Advice as a drawing, for each model a line: a dot for each life, a stroke for the median, and a
 * band for all that is as good as the best. Less CPU time is further left, more work further right.
 * Stateless.
 */
final class AdvicePicture {
  private static final int NAMES = 130;
  private static final int WIDTH = 330;
  private static final int GAP = 40;
  private static final int LINE = 34;
  private static final int TOP = 44;
  private static final int SIZE = 14;

  private AdvicePicture() {}

  static String of(Advice advice) {
    int height = TOP + LINE * advice.rows().size();
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg viewBox=\"0 0 %d %d\" role=\"img\" font-size=\"%d\" fill=\"#222\">%n"
            .formatted(NAMES + 2 * WIDTH + GAP + SIZE, height, SIZE));
    svg.append("<title>Each model's CPU time and rate, a dot for each life</title>\n");
    double cpu = advice.cheapest().cpu();
    double rate = advice.rows().stream().mapToDouble(Row::rate).max().orElseThrow();
    String unit = advice.work().unit().plural;
    panel(svg, advice, NAMES, "CPU seconds of 1,000 " + unit, Row::cpus, 0, Advice.AS_GOOD * cpu);
    panel(
        svg,
        advice,
        NAMES + WIDTH + GAP,
        unit + " a second",
        Row::rates,
        Advice.ENOUGH * rate,
        Double.POSITIVE_INFINITY);
    int y = TOP;
    for (Row row : advice.rows()) {
      boolean best = row.equals(advice.best());
      svg.append(
          "<text x=\"0\" y=\"%d\"%s>%s</text>%n"
              .formatted(
                  y + LINE / 2 + SIZE / 3,
                  best ? " font-weight=\"bold\"" : "",
                  AdvicePage.escaped(row.model())));
      y += LINE;
    }
    return svg.append("</svg>\n").toString();
  }

  /** One measure, from 0, with a band of good figures. */
  private static void panel(
      StringBuilder svg,
      Advice advice,
      int left,
      String title,
      Function<Row, List<Double>> figures,
      double from,
      double to) {
    double most =
        advice.rows().stream()
            .flatMap(row -> figures.apply(row).stream())
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(1);
    int height = LINE * advice.rows().size();
    int begin = x(left, from, most);
    int end = x(left, Math.min(to, most), most);
    svg.append(
        "<text x=\"%d\" y=\"%d\">%s, to %s</text>%n"
            .formatted(left, SIZE, AdvicePage.escaped(title), label(most)));
    svg.append(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#dfeee4\"/>%n"
            .formatted(begin, TOP, Math.max(1, end - begin), height));
    int y = TOP + LINE / 2;
    for (Row row : advice.rows()) {
      List<Double> lives = figures.apply(row);
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>%n"
              .formatted(left, left + WIDTH, y, y));
      String colour = row.equals(advice.best()) ? "#286" : advice.serves(row) ? "#357" : "#999";
      for (double life : lives) {
        svg.append(
            "<circle cx=\"%d\" cy=\"%d\" r=\"5\" fill=\"%s\" fill-opacity=\".5\"/>%n"
                .formatted(x(left, life, most), y, colour));
      }
      if (!lives.isEmpty()) {
        int median = x(left, Spread.median(lives), most);
        svg.append(
            "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"3\"/>%n"
                .formatted(median, median, y - LINE / 3, y + LINE / 3, colour));
      }
      y += LINE;
    }
  }

  private static int x(int left, double figure, double most) {
    return left + (int) Math.round(WIDTH * (most == 0 ? 0 : figure / most));
  }

  private static String label(double figure) {
    return figure < 10 ? "%.4f".formatted(figure) : "%,.0f".formatted(figure);
  }
}
