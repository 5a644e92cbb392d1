package cal.bench.experiment;

/**
 * A chart that is drawn. Immutable.
 *
 * @param name of its file, without {@code .svg}
 * @param title what it shows
 * @param svg the drawing
 */
record Picture(String name, String title, String svg) {
  String fileName() {
    return name + ".svg";
  }
}
