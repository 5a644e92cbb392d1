package cal.bench.experiment.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.List;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * The look of a server's line: a family has a colour and a marker, a pool is dashed, a server by
 * hand is dotted. The colours are Okabe and Ito's, "Color Universal Design", 2008, told apart by
 * colour-blind people too. Immutable.
 */
record Look(Color colour, Marker marker, BasicStroke stroke) {
  private static final Color[] COLOURS = {
    new Color(0xd5, 0x5e, 0x00),
    new Color(0x00, 0x72, 0xb2),
    new Color(0x00, 0x9e, 0x73),
    new Color(0xcc, 0x79, 0xa7),
    new Color(0xe6, 0x9f, 0x00),
    new Color(0x56, 0xb4, 0xe9),
    new Color(0x8c, 0x6b, 0x3f),
    new Color(0x7a, 0x7a, 0x7a),
  };
  private static final Marker[] MARKERS = {
    SeriesMarkers.CIRCLE,
    SeriesMarkers.SQUARE,
    SeriesMarkers.TRIANGLE_UP,
    SeriesMarkers.DIAMOND,
    SeriesMarkers.TRIANGLE_DOWN,
    SeriesMarkers.CROSS,
    SeriesMarkers.PLUS,
    SeriesMarkers.OVAL,
  };
  private static final float[] DASHED = {9, 6};
  private static final float[] DOTTED = {2, 5};

  static Look of(String server, String baseline, List<String> all) {
    if (server.equals(baseline)) {
      return new Look(Color.BLACK, SeriesMarkers.NONE, stroke(6, null));
    }
    List<String> families =
        all.stream().filter(other -> !other.equals(baseline)).map(Look::family).distinct().toList();
    int family = families.indexOf(family(server)) % COLOURS.length;
    float[] dash = server.endsWith("-by-hand") ? DOTTED : server.contains("-pool") ? DASHED : null;
    return new Look(COLOURS[family], MARKERS[family], stroke(2.2f, dash));
  }

  /** The colour of bars. */
  static Color bar() {
    return COLOURS[1];
  }

  private static String family(String server) {
    return server.replaceFirst("-by-hand$", "").replaceFirst("-pool.*$", "");
  }

  private static BasicStroke stroke(float width, float[] dash) {
    return new BasicStroke(width, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 10, dash, 0);
  }
}
