package cal.sample.web;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import cal.sample.web.Client.Answer;
import java.io.IOException;
import java.net.SocketException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Two files that a writer replaces, truncates, extends and removes while clients ask for them. Each
 * byte tells its version, as the first eight do in digits.
 *
 * <p>Thread-safe: one writer, several clients.
 */
final class ChangingFolder {
  private static final int CHANGES = 80;
  private static final int CLIENTS = 3;
  private static final int ANSWERS_A_CHANGE = 2;

  private static final List<String> NAMES = List.of("small", "large");

  /** Times of modification that the writer gives, one a change; others are of the moment. */
  private static final long FIRST_SECOND = 1_000_000_000L;

  private static final String YEAR = " 2001 ";

  private final Path folder;
  private final Path aside;
  private final Random random = new Random(17);
  private final boolean cuts;
  private final boolean mixes;
  private final Semaphore answers = new Semaphore(0);
  private final Map<String, String> contents = new ConcurrentHashMap<>();
  private int version;
  private volatile boolean ended;

  /**
   * Makes the files.
   *
   * @param aside where others are made that replace them
   * @param cuts whether to cut files
   * @param mixes whether an answer may have bytes of a file that was cut meanwhile: those that are
   *     on their way by sendfile are the file's own
   */
  ChangingFolder(Path folder, Path aside, boolean cuts, boolean mixes) throws IOException {
    this.cuts = cuts;
    this.mixes = mixes;
    this.folder = Files.createDirectories(folder);
    this.aside = aside;
    for (String name : NAMES) {
      replace(name);
    }
  }

  private static String text(int version, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (version * 17 + i);
    }
    byte[] digits = String.format("%08d", version).getBytes(ISO_8859_1);
    System.arraycopy(digits, 0, bytes, 0, digits.length);
    return new String(bytes, ISO_8859_1);
  }

  /** Changes the files and has clients ask for them, who reach the folder at a path of the site. */
  void check(String path, Callable<Client> connect) throws Exception {
    try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
      List<Future<Integer>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(() -> ask(path, connect)));
      }
      try {
        for (int i = 0; i < CHANGES; i++) {
          change();
          boolean asked = answers.tryAcquire(ANSWERS_A_CHANGE, 1, TimeUnit.MINUTES);
          assertThat(asked || clients.stream().anyMatch(Future::isDone)).as("answers").isTrue();
        }
      } finally {
        ended = true;
      }
      int whole = 0;
      for (Future<Integer> client : clients) {
        whole += client.get();
      }
      assertThat(whole).as("whole answers").isGreaterThan(CHANGES / 4);
    }
  }

  private void change() throws IOException {
    String name = NAMES.get(random.nextInt(NAMES.size()));
    Path file = folder.resolve(name);
    switch (random.nextInt(5)) {
      case 0 -> {
        Files.delete(file);
        replace(name);
      }
      case 1 -> {
        if (!cuts) {
          return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.truncate(random.nextLong(100, 1 + channel.size()));
        }
        touch(file);
      }
      case 2 -> {
        int of = Integer.parseInt(Files.readString(file, ISO_8859_1).substring(0, 8));
        int size = (int) Files.size(file);
        String more = text(of, size + random.nextInt(10_000)).substring(size);
        Files.writeString(file, more, ISO_8859_1, StandardOpenOption.APPEND);
        touch(file);
      }
      default -> replace(name);
    }
  }

  private void replace(String name) throws IOException {
    version++;
    int least = name.equals("small") ? 100 : 70_000;
    int most = name.equals("small") ? 50_000 : 400_000;
    Path other = aside.resolve(folder.getFileName() + ".new");
    Files.writeString(other, text(version, random.nextInt(least, most)), ISO_8859_1);
    Files.setLastModifiedTime(other, FileTime.from(Instant.ofEpochSecond(FIRST_SECOND + version)));
    Files.move(other, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  private void touch(Path file) throws IOException {
    version++;
    Files.setLastModifiedTime(file, FileTime.from(Instant.ofEpochSecond(FIRST_SECOND + version)));
  }

  /** Asks until the writer has ended; the number of whole files that came. */
  private int ask(String path, Callable<Client> connect) throws Exception {
    int whole = 0;
    int count = 0;
    while (!ended) {
      try (Client client = connect.call()) {
        boolean goesOn = true;
        while (goesOn && !ended) {
          Answer answer = client.ask(request(path + NAMES.get(count % 2), count++));
          answers.release();
          goesOn = isWhole(answer);
          whole += answer.status() == 200 && goesOn ? 1 : 0;
        }
      } catch (SocketException cut) {
        assertThat(cut).hasMessageContaining("reset");
      }
    }
    return whole;
  }

  private String request(String path, int count) {
    String get = "GET " + path + " HTTP/1.1\r\nHost: a\r\n";
    List<String> tags = List.copyOf(contents.keySet());
    return count % 4 < 2 || tags.isEmpty()
        ? get + "\r\n"
        : get + "Range: bytes=50-4000\r\nIf-Range: " + tags.get(count % tags.size()) + "\r\n\r\n";
  }

  /** Whether it is complete; where it is not, the connection has ended. */
  private boolean isWhole(Answer answer) {
    if (answer.status() == 404 || answer.status() == 500) {
      return true;
    }
    assertThat(answer.status()).isIn(200, 206);
    String content = answer.content();
    String tag = answer.field("ETag");
    boolean complete = content.length() == Integer.parseInt(answer.field("Content-Length"));
    if (mixes) {
      return complete; // and what follows is the next answer, which the client reads
    }
    if (complete && answer.status() == 200) {
      int of = content.length() < 8 ? 0 : Integer.parseInt(content.substring(0, 8));
      boolean same = of == 0 || content.equals(text(of, content.length()));
      assertThat(same).as("all bytes are of version " + of).isTrue();
    }
    if (complete && answer.field("Last-Modified").contains(YEAR)) {
      checkTag(answer, tag);
    }
    return complete;
  }

  /** A tag stands for one content. */
  private void checkTag(Answer answer, String tag) {
    if (answer.status() == 200) {
      String known = contents.putIfAbsent(tag, answer.content());
      assertThat(known == null || known.equals(answer.content())).as(tag).isTrue();
    } else {
      String known = contents.get(tag);
      String part = known.substring(50, Math.min(4001, known.length()));
      assertThat(answer.content().equals(part)).as("a part of " + tag).isTrue();
    }
  }
}
