package cal.cli.load.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.zip.CRC32C;

/**
 * The requests of clients, with every right answer known beforehand: a check costs a comparison.
 * Clients go round the exchanges, each from another start: another client's answer, or an earlier
 * answer, is seen. Immutable.
 */
public final class Workload {
  /** The longest upload, in bytes of payload. */
  public static final int MAX_SIZE = 1 << 20;

  /** The upload of the CAL paper, section 4.3, in bytes of payload. */
  public static final int DEFAULT_SIZE = 80 << 10;

  /** The number of the CAL paper, section 4.3. */
  public static final BigInteger PAPER_NUMBER = new BigInteger("22794993954179237141472");

  private static final List<Long> PAPER_FACTORS =
      List.of(2L, 2L, 2L, 2L, 2L, 3L, 11L, 11L, 251L, 251L, 2_271_613L, 13_712_009L);

  private static final int PAYLOADS = 16;

  private static final String ORB = "orb";

  /** A prime for distant starts of neighbouring clients: 0.617 of 1,000. */
  private static final long STRIDE = 617;

  private static final String WEB = "web";

  /** A visit is so many groups of requests, and a group so many files: 6.5 on average. */
  private static final List<Integer> GROUPS = List.of(1, 2, 2, 4, 4);

  private static final List<Integer> FILES = List.of(1, 2, 3, 4);
  private static final int VISITS = 500;

  private final String service;
  private final List<Exchange> exchanges;

  private Workload(String service, List<Exchange> exchanges) {
    this.service = service;
    this.exchanges = List.copyOf(exchanges);
  }

  /** Files of a web server by HTTP/1.1, on kept-alive connections. */
  public static Workload web(WebFiles files) {
    return new Workload(WEB, files.exchanges());
  }

  /**
   * Frames of random bytes, to be answered by their CRC-32C.
   *
   * @param size bytes of payload, 0 to {@link #MAX_SIZE}
   * @throws IllegalArgumentException if the size is outside the range
   */
  public static Workload upload(int size) {
    return uploads("upload", size, Workload::frame);
  }

  /**
   * The same frames, so many asked for at once.
   *
   * @param size bytes of payload, 0 to {@link #MAX_SIZE}
   * @throws IllegalArgumentException if the size is outside the range
   */
  public static Workload uploads(int size, int together) {
    List<Exchange> groups = new ArrayList<>();
    for (Exchange one : upload(size).exchanges) {
      groups.add(Exchange.together(Collections.nCopies(together, one), true));
    }
    return new Workload("upload", groups);
  }

  /**
   * The same frames, to be stored by an object of an ORB.
   *
   * @param size bytes of payload, 0 to {@link #MAX_SIZE}
   * @throws IllegalArgumentException if the size is outside the range
   */
  public static Workload orbUpload(int size) {
    return uploads(ORB, size, Giop::upload);
  }

  private static Exchange frame(byte[] payload, int crc) {
    byte[] frame =
        ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
    return new Exchange(frame, ByteBuffer.allocate(4).putInt(crc).array());
  }

  private static Workload uploads(
      String service, int size, BiFunction<byte[], Integer, Exchange> exchange) {
    if (size < 0 || size > MAX_SIZE) {
      throw new IllegalArgumentException("size=" + size + " must be 0 to " + MAX_SIZE + " bytes");
    }
    SplittableRandom random = new SplittableRandom(size);
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < PAYLOADS; i++) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      CRC32C crc = new CRC32C();
      crc.update(payload);
      exchanges.add(exchange.apply(payload, (int) crc.getValue()));
    }
    return new Workload(service, exchanges);
  }

  /** The paper's number, to be answered by the prime factors. */
  public static Workload factor() {
    return factor("");
  }

  /** The same number, of urgent clients. */
  public static Workload urgentFactor() {
    return factor("!");
  }

  private static Workload factor(String mark) {
    byte[] request = (mark + PAPER_NUMBER + "\n").getBytes(ISO_8859_1);
    byte[] answer = (paperFactors() + "\n").getBytes(ISO_8859_1);
    return new Workload("factor", List.of(new Exchange(request, answer, "ERR too busy\n")));
  }

  /** The same number, to be factorized by an object of an ORB. */
  public static Workload orbFactor() {
    return new Workload(ORB, List.of(Giop.factorize(PAPER_NUMBER.toString(), paperFactors())));
  }

  /** Sixteen uploads to an object of an ORB, and then a number for another to factorize. */
  public static Workload orbMixed() {
    List<Exchange> both = new ArrayList<>(orbUpload(DEFAULT_SIZE).exchanges);
    both.addAll(orbFactor().exchanges);
    return new Workload(ORB, both);
  }

  private static String paperFactors() {
    BigInteger product = BigInteger.ONE;
    for (long factor : PAPER_FACTORS) {
      BigInteger prime = BigInteger.valueOf(factor);
      if (!prime.isProbablePrime(100)) {
        throw new IllegalStateException(
            factor + ", given as a factor of " + PAPER_NUMBER + ", is no prime");
      }
      product = product.multiply(prime);
    }
    if (!product.equals(PAPER_NUMBER)) {
      throw new IllegalStateException("the factors of " + PAPER_NUMBER + " multiply to " + product);
    }
    return PAPER_FACTORS.stream().sorted().map(String::valueOf).collect(joining(" "));
  }

  /** The service of the requests: {@code upload}, {@code factor}, {@code orb}, {@code web}. */
  public String service() {
    return service;
  }

  /** How long a request is, headers included, in bytes. */
  public int requestBytes() {
    return exchanges.getFirst().request().capacity();
  }

  /**
   * Visits of a web server: some groups of files of SURGE's sizes, each asked for at once (the
   * study "Evaluating the Scalability of Java Event-Driven Web Servers", section 3.1). Clients of
   * short sessions close after a visit.
   */
  public static Workload visits() {
    List<Exchange> mix = WebFiles.surge();
    Random random = new Random(VISITS);
    List<Exchange> groups = new ArrayList<>();
    int file = 0;
    for (int visit = 0; visit < VISITS; visit++) {
      int count = GROUPS.get(random.nextInt(GROUPS.size()));
      for (int group = 1; group <= count; group++) {
        List<Exchange> together = new ArrayList<>();
        for (int more = FILES.get(random.nextInt(FILES.size())); more > 0; more--) {
          together.add(mix.get(file++ % mix.size()));
        }
        groups.add(Exchange.together(together, group == count));
      }
    }
    return new Workload(WEB, groups);
  }

  /** Whether an answer has a head, which says how long the body is. */
  public boolean hasHeads() {
    return service.equals(WEB);
  }

  /** The first exchange of a client: all exchanges are under way at any time. */
  public int start(int client) {
    return (int) (client * STRIDE % exchanges.size());
  }

  /** The requests of clients, in turns, each with the right answer. */
  public List<Exchange> exchanges() {
    return exchanges;
  }
}
