package cal.bench.experiment.report;

/**
 * A drawn chart. Immutable.
 *
 * @param name of the file, without {@code .svg}
 * @param title of the chart
 * @param svg the drawing
 */
record Picture(String name, String title, String svg) {
  String fileName() {
    return name + ".svg";
  }
}
