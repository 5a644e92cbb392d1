package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * The files of WebSTONE 1.0 in the mix of the JAWS paper, or files of a single size; and files of
 * SURGE, in the sizes of "Generating Representative Web Workloads" (SIGMETRICS 1998), table 1.
 * Contents are random, and the same each time. Immutable.
 */
public enum WebFiles {
  /** All sizes, in their frequency. */
  MIX(0, 0),
  SIZE_500(500, 350),
  SIZE_5K(5 << 10, 500),
  SIZE_50K(50 << 10, 140),
  SIZE_500K(500 << 10, 9),
  SIZE_5M(5 << 20, 1);

  private static final long SEED = 1;

  /** Of SURGE: 93% of the sizes are lognormal below the cut, and 7% a Pareto tail above. */
  private static final int SURGE_FILES = 200;

  private static final int TAIL_FILES = 14;
  private static final double CUT = 133_000;
  private static final double TAIL_SHAPE = 1.1;
  private static final double BODY_MEAN = 9.357;
  private static final double BODY_DEVIATION = 1.318;

  private final int bytes;

  /** Of 1,000 requests of the mix. */
  private final int weight;

  WebFiles(int bytes, int weight) {
    this.bytes = bytes;
    this.weight = weight;
  }

  /** Files by a word, {@code mix}, {@code 500}, {@code 5k} and so on; null for another word. */
  public static WebFiles of(String word) {
    return Arrays.stream(values()).filter(one -> one.word().equals(word)).findFirst().orElse(null);
  }

  /** The name in files of experiments. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace("size_", "");
  }

  /** Puts all files into a folder, {@code 500.html}, {@code surge-0.html} and so on. */
  public static void write(Path folder) throws IOException {
    for (WebFiles size : values()) {
      if (size != MIX) {
        Files.write(folder.resolve(size.file()), content(size.bytes));
      }
    }
    List<Integer> surge = surgeSizes();
    for (int i = 0; i < surge.size(); i++) {
      Files.write(folder.resolve(surgeFile(i)), content(surge.get(i)));
    }
  }

  private String file() {
    return word() + ".html";
  }

  private static String surgeFile(int number) {
    return "surge-" + number + ".html";
  }

  private static byte[] content(int bytes) {
    byte[] content = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(content);
    return content;
  }

  /** In bytes. The tail has quantiles, not samples: the largest file is always as large. */
  static List<Integer> surgeSizes() {
    Random random = new Random(SEED);
    List<Integer> sizes = new ArrayList<>();
    for (int i = 0; i < TAIL_FILES; i++) {
      sizes.add((int) (CUT * Math.pow((i + 0.5) / TAIL_FILES, -1 / TAIL_SHAPE)));
    }
    while (sizes.size() < SURGE_FILES) {
      double size = Math.exp(BODY_MEAN + BODY_DEVIATION * random.nextGaussian());
      if (size < CUT) {
        sizes.add((int) size);
      }
    }
    return sizes;
  }

  /**
   * Requests of SURGE's files, each as often; how far large files are from each other is chance.
   */
  public static List<Exchange> surge() {
    List<Exchange> exchanges = new ArrayList<>();
    List<Integer> sizes = surgeSizes();
    for (int i = 0; i < sizes.size(); i++) {
      exchanges.add(exchange(surgeFile(i), sizes.get(i)));
    }
    Collections.shuffle(exchanges, new Random(SEED));
    return exchanges;
  }

  /** The requests, in turns; how far large files are from each other is up to chance. */
  public List<Exchange> exchanges() {
    if (this != MIX) {
      return List.of(exchange(file(), bytes));
    }
    List<Exchange> mix = new ArrayList<>();
    for (WebFiles size : values()) {
      mix.addAll(
          Collections.nCopies(size.weight, size == MIX ? null : exchange(size.file(), size.bytes)));
    }
    Collections.shuffle(mix, new Random(SEED));
    return mix;
  }

  private static Exchange exchange(String file, int bytes) {
    String request = "GET /" + file + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return new Exchange(request.getBytes(US_ASCII), content(bytes));
  }
}
