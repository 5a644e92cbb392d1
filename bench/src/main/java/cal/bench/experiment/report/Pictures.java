package cal.bench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import cal.bench.experiment.Cell;
import cal.bench.experiment.Chart;
import cal.bench.experiment.Row;
import cal.bench.experiment.Study;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/**
 * Draws the charts of a study, by XChart: a picture for each combination of labels off the x axis.
 * Confined to a thread.
 */
final class Pictures {
  /** Letters are a thirtieth of the width, readable on a phone. */
  private static final int WIDTH = 600;

  /** The title of an axis fits. */
  private static final int HEIGHT = 480;

  /** The height of a server's line in the legend, which is below the lines. */
  private static final int LEGEND = 30;

  /** The longest bar of an error downwards on a logarithmic axis, as a part of the value. */
  private static final double ALMOST_ALL = 0.9;

  private static final String FONT = "SansSerif";
  private static final Color INK = new Color(0x22, 0x22, 0x22);
  private static final Color GRID = new Color(0xdd, 0xdd, 0xdd);

  static {
    System.setProperty("java.awt.headless", "true");
  }

  private final Study study;
  private final List<Cell> cells;

  Pictures(Study study, List<Cell> cells) {
    this.study = study;
    this.cells = cells;
  }

  List<Picture> all() throws IOException {
    List<Picture> pictures = new ArrayList<>();
    for (Chart chart : study.charts()) {
      for (Map.Entry<Map<String, String>, List<Cell>> facet : facets(chart).entrySet()) {
        Picture picture = draw(chart, facet.getKey(), facet.getValue());
        if (picture != null) {
          pictures.add(picture);
        }
      }
    }
    return pictures;
  }

  /** The cells of each picture, by its distinctive labels. */
  private Map<Map<String, String>, List<Cell>> facets(Chart chart) {
    Map<Map<String, String>, List<Cell>> facets = new LinkedHashMap<>();
    for (Cell cell : cells) {
      Map<String, String> labels = study.telling(cell.labels());
      labels.remove(chart.x());
      labels.remove(Chart.SERVER);
      facets.computeIfAbsent(labels, absent -> new ArrayList<>()).add(cell);
    }
    return facets;
  }

  private Picture draw(Chart chart, Map<String, String> labels, List<Cell> shown)
      throws IOException {
    String title = study.title(chart.y());
    String facet = Cell.name(labels);
    String untold = untold(chart, shown);
    String above =
        Stream.of(facet, untold).filter(part -> !part.isEmpty()).collect(Collectors.joining("; "));
    org.knowm.xchart.internal.chartpart.Chart<?, ?> drawn =
        chart.isOfBars() ? bars(chart, above, shown) : lines(chart, above, shown);
    if (drawn == null) {
      return null;
    }
    ByteArrayOutputStream svg = new ByteArrayOutputStream();
    VectorGraphicsEncoder.saveVectorGraphic(
        drawn, svg, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
    List<String> words = new ArrayList<>(List.of(chart.y().key()));
    words.addAll(labels.values());
    String name = String.join("-", words).replaceAll("[^\\w.-]+", "_");
    return new Picture(
        name, facet.isEmpty() ? title : title + ": " + facet, shortened(svg.toString(UTF_8)));
  }

  /** The points left out of a chart, since untellable. */
  private static String untold(Chart chart, List<Cell> shown) {
    List<String> points =
        shown.stream()
            .filter(cell -> cell.untold().contains(chart.y().key()))
            .map(
                cell ->
                    chart.isOfBars()
                        ? ""
                        : " at %s %s".formatted(chart.x(), cell.labels().get(chart.x())))
            .distinct()
            .toList();
    return points.isEmpty() ? "" : "cannot be told" + String.join(",", points);
  }

  /** Whether a chart shows a row. */
  private static boolean isShown(Chart chart, Cell cell, Row row) {
    return row.value(chart.y().key()) != null
        && !row.again()
        && !row.isRefused()
        && !cell.isUntold(row, chart.y().key());
  }

  /** Letters are drawn as outlines, to a millionth of a pixel; a hundredth will do. */
  private static String shortened(String svg) {
    return svg.replaceAll("(\\d\\.\\d\\d)\\d+", "$1");
  }

  private XYChart lines(Chart chart, String title, List<Cell> shown) {
    XYChart drawn =
        new XYChartBuilder()
            .width(WIDTH)
            .height(HEIGHT + LEGEND * servers(shown).size())
            .title(title)
            .xAxisTitle(chart.x())
            .yAxisTitle(study.title(chart.y()))
            .build();
    style(drawn.getStyler(), title);
    drawn.getStyler().setXAxisLogarithmic(chart.logX()).setYAxisLogarithmic(chart.logY());
    drawn.getStyler().setMarkerSize(9);
    if (!chart.logY()) {
      drawn.getStyler().setYAxisMin(0.0);
    }
    for (String server : servers(shown)) {
      Map<Double, Row> points = points(chart, server, shown);
      if (points.isEmpty()) {
        continue;
      }
      String key = chart.y().key();
      XYSeries series =
          drawn.addSeries(
              server,
              points.keySet().stream().mapToDouble(Double::doubleValue).toArray(),
              points.values().stream().mapToDouble(row -> row.value(key)).toArray(),
              halves(chart, points.values()));
      Look look = Look.of(server, study.plan().baseline(), servers(shown));
      series.setLineColor(look.colour()).setLineStyle(look.stroke());
      series.setMarker(look.marker());
      series.setMarkerColor(look.colour());
    }
    return drawn.getSeriesMap().isEmpty() ? null : drawn;
  }

  private CategoryChart bars(Chart chart, String title, List<Cell> shown) {
    CategoryChart drawn =
        new CategoryChartBuilder()
            .width(WIDTH)
            .height(HEIGHT)
            .title(title)
            .xAxisTitle("")
            .yAxisTitle(study.title(chart.y()))
            .build();
    style(drawn.getStyler(), title);
    drawn.getStyler().setLegendVisible(false).setSeriesColors(new Color[] {Look.bar()});
    drawn.getStyler().setXAxisLabelRotation(30).setYAxisMin(0.0);
    List<String> names = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (Cell cell : shown) {
      for (Row row : cell.rows()) {
        if (isShown(chart, cell, row) && !names.contains(row.server())) {
          names.add(row.server());
          values.add(row.value(chart.y().key()));
          rows.add(row);
        }
      }
    }
    if (names.isEmpty()) {
      return null;
    }
    double[] halves = halves(chart, rows);
    List<Double> errors = halves == null ? null : DoubleStream.of(halves).boxed().toList();
    drawn.addSeries(chart.y().heading(), names, values, errors);
    return drawn;
  }

  /** For error bars; null for a figure without. On a logarithmic axis bars end above 0. */
  private static double[] halves(Chart chart, Collection<Row> rows) {
    String key = chart.y().key();
    if (rows.stream().noneMatch(row -> row.hasInterval(key))) {
      return null;
    }
    return rows.stream()
        .mapToDouble(
            row ->
                chart.logY()
                    ? Math.min(row.halfInterval(key), ALMOST_ALL * row.value(key))
                    : row.halfInterval(key))
        .toArray();
  }

  private static void style(AxesChartStyler styler, String title) {
    styler.setBaseFont(new Font(FONT, Font.PLAIN, 18));
    styler.setChartTitleFont(new Font(FONT, Font.BOLD, 18)).setChartTitleVisible(!title.isEmpty());
    styler.setChartTitleBoxVisible(false).setChartBackgroundColor(Color.WHITE);
    styler.setChartFontColor(INK).setPlotBackgroundColor(Color.WHITE);
    styler.setPlotBorderVisible(false).setLegendBorderColor(Color.WHITE);
    styler.setLegendFont(new Font(FONT, Font.PLAIN, 18)).setLegendSeriesLineLength(34);
    styler.setLegendPosition(Styler.LegendPosition.OutsideS);
    styler.setAxisTitleFont(new Font(FONT, Font.PLAIN, 18));
    styler.setAxisTickLabelsFont(new Font(FONT, Font.PLAIN, 18));
    styler.setPlotGridLinesColor(GRID).setPlotGridLinesStroke(new BasicStroke(1f));
    styler.setXAxisDecimalPattern("#,##0.##").setYAxisDecimalPattern("#,##0.####");
  }

  /** All drawn servers, the baseline first, beneath the others. */
  private List<String> servers(List<Cell> shown) {
    Set<String> servers = new LinkedHashSet<>();
    if (study.plan().baseline() != null) {
      servers.add(study.plan().baseline());
    }
    for (Cell cell : shown) {
      cell.rows().stream().filter(row -> !row.again()).map(Row::server).forEach(servers::add);
    }
    return List.copyOf(servers);
  }

  private static Map<Double, Row> points(Chart chart, String server, List<Cell> shown) {
    Map<Double, Row> points = new TreeMap<>();
    for (Cell cell : shown) {
      for (Row row : cell.rows()) {
        Double y = row.value(chart.y().key());
        if (row.server().equals(server) && isShown(chart, cell, row) && (y > 0 || !chart.logY())) {
          points.put(Double.valueOf(cell.labels().get(chart.x())), row);
        }
      }
    }
    return points;
  }
}
