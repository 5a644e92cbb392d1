package cal.cli.load;

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
 * The files of WebSTONE 1.0 in the mix of the JAWS paper, or files of a single size. Contents are
 * random, and the same each time. Immutable.
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

  /** Puts all sizes into a folder, {@code 500.html} and so on. */
  public static void write(Path folder) throws IOException {
    for (WebFiles size : values()) {
      if (size != MIX) {
        Files.write(folder.resolve(size.file()), size.content());
      }
    }
  }

  private String file() {
    return word() + ".html";
  }

  private byte[] content() {
    byte[] content = new byte[bytes];
    new SplittableRandom(bytes).nextBytes(content);
    return content;
  }

  /** The requests, in turns; how far large files are from each other is up to chance. */
  List<Exchange> exchanges() {
    if (this != MIX) {
      return List.of(exchange());
    }
    List<Exchange> mix = new ArrayList<>();
    for (WebFiles size : values()) {
      mix.addAll(Collections.nCopies(size.weight, size.weight == 0 ? null : size.exchange()));
    }
    Collections.shuffle(mix, new Random(SEED));
    return mix;
  }

  private Exchange exchange() {
    String request = "GET /" + file() + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    return new Exchange(request.getBytes(US_ASCII), content());
  }
}
