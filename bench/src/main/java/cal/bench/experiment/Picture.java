package cal.bench.experiment;

/**
 * A chart that is drawn. Immutable, as long as nobody writes into its arrays.
 *
 * @param name of its files, without {@code .svg} and {@code .png}
 * @param title what it shows
 * @param vector as SVG, in UTF-8
 * @param raster as PNG
 */
record Picture(String name, String title, Bytes vector, Bytes raster) {
  /** So that a record may hold an array. Immutable, as long as nobody writes into it. */
  static final class Bytes {
    private final byte[] content;

    Bytes(byte[] content) {
      this.content = content;
    }
  }

  byte[] svg() {
    return vector.content;
  }

  byte[] png() {
    return raster.content;
  }

  String fileName(String suffix) {
    return name + "." + suffix;
  }
}
