package cal.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

/**
 * What clients ask for, with every right answer known beforehand, so that checking costs a
 * comparison. Clients go round the exchanges, each from another start: an answer that belongs to
 * somebody else, or to an earlier request, is seen. Immutable.
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

  private final String service;
  private final List<Exchange> exchanges;

  private Workload(String service, List<Exchange> exchanges) {
    this.service = service;
    this.exchanges = List.copyOf(exchanges);
  }

  /**
   * Frames of random bytes, to be answered by their CRC-32C.
   *
   * @param size bytes of payload, 0 to {@link #MAX_SIZE}
   * @return the workload
   * @throws IllegalArgumentException if the size is outside the range
   */
  public static Workload upload(int size) {
    if (size < 0 || size > MAX_SIZE) {
      throw new IllegalArgumentException("size=" + size + " must be 0 to " + MAX_SIZE + " bytes");
    }
    SplittableRandom random = new SplittableRandom(size);
    List<Exchange> exchanges = new ArrayList<>();
    for (int i = 0; i < PAYLOADS; i++) {
      byte[] payload = new byte[size];
      random.nextBytes(payload);
      byte[] frame = ByteBuffer.allocate(4 + size).putInt(size).put(payload).array();
      CRC32C crc = new CRC32C();
      crc.update(payload);
      exchanges.add(
          new Exchange(frame, ByteBuffer.allocate(4).putInt((int) crc.getValue()).array()));
    }
    return new Workload("upload", exchanges);
  }

  /**
   * The paper's number, to be answered by its prime factors.
   *
   * @return the workload
   */
  public static Workload factor() {
    return new Workload("factor", List.of(factorExchange(PAPER_NUMBER, PAPER_FACTORS)));
  }

  private static Exchange factorExchange(BigInteger number, List<Long> factors) {
    BigInteger product = BigInteger.ONE;
    for (long factor : factors) {
      BigInteger prime = BigInteger.valueOf(factor);
      if (!prime.isProbablePrime(100)) {
        throw new IllegalStateException(
            factor + ", given as a factor of " + number + ", is no prime");
      }
      product = product.multiply(prime);
    }
    if (!product.equals(number)) {
      throw new IllegalStateException("the factors of " + number + " multiply to " + product);
    }
    String answer = factors.stream().sorted().map(String::valueOf).collect(joining(" ", "", "\n"));
    return new Exchange((number + "\n").getBytes(ISO_8859_1), answer.getBytes(ISO_8859_1));
  }

  /**
   * The service that understands it.
   *
   * @return {@code upload} or {@code factor}
   */
  public String service() {
    return service;
  }

  /**
   * How long a request is, headers included.
   *
   * @return bytes
   */
  public int requestBytes() {
    return exchanges.getFirst().request().capacity();
  }

  List<Exchange> exchanges() {
    return exchanges;
  }
}
