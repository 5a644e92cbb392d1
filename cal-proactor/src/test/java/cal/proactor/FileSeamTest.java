package cal.proactor;

import static org.assertj.core.api.Assertions.assertThat;

import cal.core.contract.AjcProject;
import cal.core.contract.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files of a woven server: what they answer is what those of the JDK answer. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class FileSeamTest {
  private static final String MAIN =
      """
      package app;
      import java.io.*;
      import java.net.URI;
      import java.nio.ByteBuffer;
      import java.nio.CharBuffer;
      import java.nio.charset.*;
      import java.nio.channels.*;
      import java.nio.file.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.concurrent.atomic.*;
      public class Main {
        static Path folder;
        static final CountDownLatch done = new CountDownLatch(1);
        public static void main(String[] args) throws Exception {
          folder = Path.of(args[0]);
          Files.createDirectories(folder);
          new Server().step();
          done.await();
          shared();
          System.exit(0);
        }
        static File file(String name) { return folder.resolve(name).toFile(); }
        static void say(String what, Callable<?> call) {
          String result;
          try { result = String.valueOf(call.call()); }
          catch (NullPointerException e) { result = "null is refused"; }
          catch (Throwable e) { result = e.getClass().getName() + ": " + e.getMessage(); }
          System.out.println(what + ": " + result.replace(folder.toString(), "FOLDER"));
        }
        static String text(File file) throws IOException { return Files.readString(file.toPath()); }
        static void script() throws Exception {
          outputs(); inputs(); readers(); randomAccess(); channels(); paths(); characters(); names();
          interrupts(); others();
        }
        static void outputs() throws Exception {
          File file = file("written");
          FileOutputStream out = new FileOutputStream(file);
          out.write('a'); out.write("bcd".getBytes()); out.write("xefy".getBytes(), 1, 2);
          out.write(new byte[0]);
          say("position", () -> out.getChannel().position());
          say("text", () -> text(file));
          say("range", () -> { out.write(new byte[3], 2, 2); return 0; });
          say("null", () -> { out.write(null); return 0; });
          out.getFD().sync();
          out.close(); out.close();
          say("closed write", () -> { out.write(1); return 0; });
          say("closed sync", () -> { out.getFD().sync(); return 0; });
          try (FileOutputStream more = new FileOutputStream(file.getPath(), true)) {
            more.write("gh".getBytes());
            say("appended at", () -> more.getChannel().position());
            more.getChannel().truncate(3);
            more.write("ij".getBytes());
          }
          say("appended", () -> text(file));
          try (FileOutputStream again = new FileOutputStream(file)) {
            say("truncated", () -> file.length());
            again.write(large());
          }
          say("large", () -> file.length() + " " + Arrays.equals(large(), Files.readAllBytes(file.toPath())));
          say("directory", () -> new FileOutputStream(folder.toFile()));
          say("missing folder", () -> new FileOutputStream(file("no/file")));
        }
        static byte[] large() {
          byte[] bytes = new byte[300_001];
          new Random(7).nextBytes(bytes);
          return bytes;
        }
        static void inputs() throws Exception {
          File file = file("read");
          Files.writeString(file.toPath(), "0123456789");
          FileInputStream in = new FileInputStream(file);
          byte[] four = new byte[4];
          say("one", in::read);
          say("four", () -> in.read(four) + new String(four));
          say("part", () -> in.read(four, 1, 2) + new String(four));
          say("position", () -> in.getChannel().position());
          say("available", in::available);
          say("skip", () -> in.skip(1));
          say("none", () -> in.read(new byte[0]));
          say("range", () -> in.read(four, 3, 2));
          say("null", () -> in.read(null));
          say("rest", () -> in.read(new byte[100]));
          say("end", () -> in.read(new byte[100]));
          say("end of one", in::read);
          say("none at the end", () -> in.read(new byte[0]));
          say("skip beyond", () -> in.skip(5) + " " + in.available());
          in.getChannel().position(8);
          say("set", () -> new String(in.readAllBytes()));
          say("back", () -> { in.skip(-10); return in.read(); });
          Files.writeString(file.toPath(), "and more", StandardOpenOption.APPEND);
          say("grown", () -> new String(in.readNBytes(9)) + "|" + new String(in.readAllBytes()));
          in.close(); in.close();
          say("closed", in::read);
          say("closed part", () -> in.read(four));
          say("closed none", () -> in.read(new byte[0]));
          say("closed available", in::available);
          say("missing", () -> new FileInputStream(file("missing")));
          say("directory", () -> new FileInputStream(folder.toFile()));
          say("null", () -> new FileInputStream((File) null));
          try (FileInputStream whole = new FileInputStream(file("written"))) {
            byte[] all = new byte[400_000];
            say("in one", () -> whole.read(all) + " " + Arrays.equals(large(), Arrays.copyOf(all, 300_001)));
          }
        }
        static void readers() throws Exception {
          File file = file("lines");
          try (Writer out = new OutputStreamWriter(new BufferedOutputStream(new FileOutputStream(file)))) {
            out.write("a=1\\nb=2\\n3 4\\n");
          }
          try (BufferedReader in = new BufferedReader(new InputStreamReader(new FileInputStream(file)))) {
            say("lines", () -> in.lines().toList());
          }
          try (Scanner in = new Scanner(new FileInputStream(file))) {
            in.nextLine(); in.nextLine();
            say("numbers", () -> in.nextInt() + in.nextInt());
          }
          Properties properties = new Properties();
          try (InputStream in = new FileInputStream(file)) { properties.load(in); }
          say("properties", () -> new TreeMap<>(properties));
          try (FileInputStream in = new FileInputStream(file)) {
            in.read();
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            say("transferred", () -> in.transferTo(out) + " " + out.size());
          }
          try (FileInputStream in = new FileInputStream(file);
              FileOutputStream out = new FileOutputStream(file("copy"))) {
            say("copied", () -> in.transferTo(out) + " " + in.getChannel().position());
          }
          say("copy", () -> text(file("copy")));
        }
        static void randomAccess() throws Exception {
          try (RandomAccessFile file = new RandomAccessFile(file("random"), "rw")) {
            file.writeInt(42); file.writeLong(-7); file.writeUTF("text"); file.write(9);
            say("pointer", file::getFilePointer);
            file.seek(4);
            say("long", file::readLong);
            say("utf", file::readUTF);
            say("one", file::read);
            say("end", file::read);
            say("full", () -> { file.readFully(new byte[2]); return 0; });
            file.seek(0);
            say("int", file::readInt);
            file.setLength(6);
            say("length", () -> file.length() + " " + file.getFilePointer());
            file.setLength(2);
            say("cut", () -> file.length() + " " + file.getFilePointer());
            say("negative", () -> { file.seek(-1); return 0; });
            file.seek(3L << 30);
            file.write("far".getBytes());
            say("sparse", () -> file.length() + " " + file.getFilePointer());
            file.seek((3L << 30) - 1);
            say("hole", () -> { byte[] b = new byte[8]; return file.read(b) + " " + Arrays.toString(b); });
            file.setLength(0);
            file.seek(0);
            file.writeBytes("one\\ntwo\\n");
            file.getChannel().position(0);
            say("line", () -> file.readLine() + file.readLine() + file.readLine());
            file.getFD().sync();
          }
          try (RandomAccessFile file = new RandomAccessFile(file("random").getPath(), "r")) {
            say("not to be written", () -> { file.write(1); return 0; });
            say("read", () -> file.readLine());
          }
          try (RandomAccessFile file = new RandomAccessFile(file("random"), "rwd")) {
            file.write('O');
            say("at once", () -> text(file("random")));
            file.close();
            say("closed", file::read);
            say("closed length", file::length);
          }
          say("mode", () -> new RandomAccessFile(file("random"), "x"));
          say("missing", () -> new RandomAccessFile(file("missing"), "r"));
        }
        static void channels() throws Exception {
          Path path = folder.resolve("channel");
          FileChannel out = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          say("write", () -> out.write(ByteBuffer.wrap("0123456789".getBytes())));
          say("write at", () -> out.write(ByteBuffer.wrap("ab".getBytes()), 4) + " " + out.position());
          say("gather", () -> out.write(new ByteBuffer[] {ByteBuffer.wrap(new byte[2]), ByteBuffer.allocateDirect(1)}));
          out.force(true); out.force(false);
          say("not read", () -> out.read(ByteBuffer.allocate(1)));
          say("truncate", () -> out.truncate(10).size() + " " + out.position());
          out.close();
          say("closed", () -> out.write(ByteBuffer.allocate(1)));
          say("closed force", () -> { out.force(true); return 0; });
          try (FileChannel in = FileChannel.open(path)) {
            ByteBuffer six = ByteBuffer.allocate(6);
            say("read", () -> in.read(six) + new String(six.array()) + in.position());
            say("at", () -> in.read(six.clear(), 5) + new String(six.array()) + in.position());
            say("scatter", () -> in.read(new ByteBuffer[] {six.clear(), ByteBuffer.allocate(3)}));
            say("end", () -> in.read(six.clear()));
            say("not written", () -> in.write(ByteBuffer.allocate(1)));
            say("below", () -> in.read(six.clear(), -1));
          }
          try (FileChannel to = new RandomAccessFile(file("to"), "rw").getChannel(); FileChannel in = FileChannel.open(path)) {
            say("transfer", () -> to.transferFrom(in, 0, 4) + " " + to.size() + " " + in.position());
          }
          try (FileChannel of = FileChannel.open(folder)) { of.force(true); }
        }
        static void paths() throws Exception {
          Path path = folder.resolve("path");
          OutputStream out = Files.newOutputStream(path);
          out.write("01234567".getBytes()); out.write('8'); out.write("x9".getBytes(), 1, 1);
          out.close(); out.close();
          say("closed write", () -> { out.write(1); return 0; });
          try (OutputStream more = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            more.write("ab".getBytes());
          }
          say("text", () -> text(path.toFile()));
          say("there", () -> Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
          InputStream in = Files.newInputStream(path, StandardOpenOption.READ);
          say("one", in::read);
          say("three", () -> new String(in.readNBytes(3)));
          say("available", in::available);
          say("skip", () -> in.skip(2));
          say("skip back", () -> in.skip(-3));
          say("skip far back", () -> in.skip(-30));
          say("skip beyond", () -> in.skip(30));
          say("skip at the end", () -> in.skip(3));
          say("end", in::read);
          in.close(); in.close();
          say("closed", in::read);
          say("closed part", () -> in.read(new byte[2], 0, 2));
          say("closed available", in::available);
          say("closed skip", () -> in.skip(1));
          say("missing", () -> Files.newInputStream(folder.resolve("missing")));
          say("unknown", () -> Files.newInputStream(path, StandardOpenOption.WRITE));
          say("missing folder", () -> Files.newOutputStream(folder.resolve("no/file")));
          try (BufferedWriter w = Files.newBufferedWriter(path)) { w.write("w"); }
        }
        static void characters() throws Exception {
          File file = file("characters");
          FileWriter out = new FileWriter(file);
          out.write('a'); out.write("bcd"); out.write(new char[] {'e', 'f', 'g'}, 1, 2);
          out.append("\u00fc\u20ac").append("xyz", 1, 2).append('h').append(null);
          say("encoding", out::getEncoding);
          say("not there yet", file::length);
          out.flush();
          say("flushed", () -> text(file));
          say("range", () -> { out.write(new char[2], 1, 2); return 0; });
          out.close(); out.close();
          say("closed write", () -> { out.write(1); return 0; });
          say("closed encoding", out::getEncoding);
          try (FileWriter more = new FileWriter(file.getPath(), true)) { more.write("more"); }
          say("appended", () -> text(file));
          Charset latin = StandardCharsets.ISO_8859_1;
          try (FileWriter byte1 = new FileWriter(file("latin"), latin, true)) { byte1.write("\u00fc"); }
          try (FileReader byte1 = new FileReader(file("latin").getPath(), latin)) { say("latin", () -> byte1.getEncoding() + byte1.read()); }
          FileReader in = new FileReader(file);
          char[] three = new char[3];
          say("one", in::read);
          say("three", () -> in.read(three) + new String(three));
          say("part", () -> in.read(three, 1, 1) + new String(three));
          say("buffer", () -> { CharBuffer b = CharBuffer.allocate(2); return in.read(b) + b.flip().toString(); });
          say("ready", in::ready);
          say("skip", () -> in.skip(1));
          say("mark", in::markSupported);
          say("rest", () -> { StringWriter to = new StringWriter(); return in.transferTo(to) + to.toString(); });
          say("end", in::read);
          in.close(); in.close();
          say("closed", in::read);
          say("closed ready", in::ready);
          say("closed encoding", in::getEncoding);
          try (BufferedReader lines = new BufferedReader(new FileReader(file("lines")))) { say("lines", () -> lines.lines().toList()); }
          say("missing", () -> new FileReader(file("missing")));
          say("directory", () -> new FileReader(folder.toFile()));
          say("missing folder", () -> new FileWriter(file("no/file")));
          say("null", () -> new FileReader((String) null));
          say("no charset", () -> new FileReader(file, (Charset) null));
        }
        static void names() throws Exception {
          Path path = folder.resolve("named"), other = folder.resolve("other");
          say("written", () -> Files.writeString(path, "one\\ntwo").getFileName() + Files.readString(path));
          say("bytes", () -> Files.write(path, new byte[3]).getFileName() + " " + Files.readAllBytes(path).length);
          say("lines", () -> Files.readAllLines(folder.resolve("lines")));
          say("moved", () -> Files.move(path, other).getFileName());
          say("gone", () -> Files.move(path, other));
          say("not read", () -> Files.readString(path));
          say("copied", () -> Files.copy(other, path).getFileName());
          say("there", () -> Files.copy(other, path));
          say("from a stream", () -> Files.copy(new ByteArrayInputStream(new byte[5]), folder.resolve("streamed")));
          say("to a stream", () -> Files.copy(other, OutputStream.nullOutputStream()));
          say("deleted", () -> { Files.delete(path); return Files.deleteIfExists(path); });
          say("not deleted", () -> { Files.delete(path); return 0; });
          say("folders", () -> Files.createDirectories(folder.resolve("a/b")).getFileName());
          say("folder there", () -> Files.createDirectory(folder.resolve("a")));
          say("not empty", () -> { Files.delete(folder.resolve("a")); return 0; });
          say("made", () -> Files.createFile(path).getFileName());
          say("of others", () -> Files.readString(Path.of(URI.create("jrt:/java.base/module-info.class"))));
          say("renamed", () -> file("other").renameTo(file("third")) + " " + file("third").delete() + file("third").delete());
          say("new folder", () -> file("x/y").mkdirs() + " " + file("x").mkdir());
        }
        static void interrupts() throws Exception {
          File file = file("interrupted");
          Files.writeString(file.toPath(), "0123");
          try (FileInputStream in = new FileInputStream(file); FileOutputStream out = new FileOutputStream(file, true)) {
            Thread.currentThread().interrupt();
            say("read", () -> in.read() + " " + Thread.interrupted());
            Thread.currentThread().interrupt();
            out.write('4');
            out.getFD().sync();
            say("written", () -> Thread.interrupted() + text(file));
          }
          FileChannel channel = FileChannel.open(file.toPath());
          Thread.currentThread().interrupt();
          say("channel", () -> channel.read(ByteBuffer.allocate(1)));
          say("is open", () -> channel.isOpen() + " " + Thread.interrupted());
        }
        static void others() throws Exception {
          try (FileInputStream in = new FileInputStream("/proc/self/comm")) { say("process", () -> in.readAllBytes().length > 0); }
          try (FileOutputStream out = new FileOutputStream("/dev/null")) { out.write(1); }
          try (FileInputStream in = new FileInputStream("/dev/null")) { say("null", in::read); }
          try (FileInputStream own = new FileInputStream(file("read")) { public int read() { return 77; } }) { say("own", own::read); }
          made("input", new FileInputStream(file("read")));
          made("output", new FileOutputStream(file("made")));
          made("random", new RandomAccessFile(file("made"), "rw"));
          made("path input", Files.newInputStream(folder.resolve("read")));
          made("path output", Files.newOutputStream(folder.resolve("made")));
          made("reader", new FileReader(file("read")));
          made("writer", new FileWriter(file("made")));
          made("device", new FileInputStream("/dev/zero"));
          made("process", new FileInputStream("/proc/self/status"));
          made("output of the system", new FileOutputStream("/proc/self/comm"));
          made("descriptor", new FileInputStream(new FileInputStream("/dev/null").getFD()));
          made("empty", new FileInputStream(file("made")));
          made("before this", new Opened(file("read")).in);
        }
        static void made(String what, Closeable stream) throws IOException {
          System.out.println("made " + what + ": " + stream.getClass().getSimpleName());
          stream.close();
        }
        static FileInputStream read;
        static FileOutputStream written;
        static final int SHARERS = 4;
        static final CountDownLatch shared = new CountDownLatch(SHARERS);
        static final LongAdder sum = new LongAdder();
        static void shared() throws Exception {
          File file = file("written");
          read = new FileInputStream(file);
          written = new FileOutputStream(file("shared"));
          for (int i = 0; i < SHARERS; i++) new Server().share(i);
          shared.await();
          written.close();
          long expected = 0;
          for (byte b : large()) expected += b & 0xff;
          System.out.println("each byte once: " + (sum.sum() == expected));
          List<String> lines = Files.readAllLines(file("shared").toPath());
          System.out.println("whole lines: " + lines.size() + " " + new TreeSet<>(lines).size() + " " + lines.getFirst().length());
        }
        static void share(int number) throws IOException {
          byte[] some = new byte[1000];
          try {
            for (int n = read.read(some); n > 0; n = read.read(some)) {
              for (int i = 0; i < n; i++) sum.add(some[i] & 0xff);
            }
            for (int i = 0; i < 250; i++) written.write("%d %06d\\n".formatted(number, i).getBytes());
          } finally {
            shared.countDown();
          }
        }
      }
      class Opened {
        final InputStream in;
        Opened(File file) throws IOException { this(new FileInputStream(file)); }
        Opened(InputStream in) { this.in = in; }
      }
      class Server {
        boolean step() throws Exception {
          try { Main.script(); } finally { Main.done.countDown(); }
          return false;
        }
        boolean share(int number) throws IOException { Main.share(number); return false; }
      }
      """;

  private static final List<String> GRANTED =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED");

  @TempDir static Path folder;
  private static AjcProject project;
  private static List<String> plain;

  @BeforeAll
  static void build() {
    project =
        new AjcProject(folder)
            .source("app/Main.java", MAIN)
            .activities(
                "ServerActivities",
                "protected pointcut captureOnInvocation(): call(boolean Server.*(..));")
            .build();
    plain = run("sequential");
    assertThat(plain).hasSizeGreaterThan(100);
  }

  private static List<String> run(String model, String... options) {
    List<String> all = new ArrayList<>(GRANTED);
    all.add("-Dcal.model=" + model);
    all.addAll(List.of(options));
    String own = folder.resolve("of-" + model + options.length).toString();
    return lines(project.run("app.Main", all, own));
  }

  private static List<String> lines(ChildJvm.Outcome outcome) {
    assertThat(outcome.status()).as(outcome.err()).isZero();
    return outcome.out().lines().toList();
  }

  private static List<String> answers(List<String> lines) {
    return lines.stream().filter(line -> !line.startsWith("made ")).toList();
  }

  private static List<String> made(List<String> lines) {
    return lines.stream().filter(line -> line.startsWith("made ")).toList();
  }

  @Test
  void shouldAnswerAsTheJdk() {
    List<String> ring = run("proactor");
    assertThat(answers(ring)).isEqualTo(answers(plain));
    assertThat(made(ring))
        .containsExactly(
            "made input: ProvidedInput",
            "made output: ProvidedOutput",
            "made random: ProvidedRandomAccess",
            "made path input: PathInput",
            "made path output: PathOutput",
            "made reader: ProvidedReader",
            "made writer: ProvidedWriter",
            "made device: FileInputStream",
            "made process: FileInputStream",
            "made output of the system: FileOutputStream",
            "made descriptor: FileInputStream",
            "made empty: FileInputStream",
            "made before this: ProvidedInput");
  }

  @Test
  void shouldAnswerAsTheJdkOnTwoLoopsBySelect() {
    List<String> threads =
        run("proactor", "-Dcal.proactor.provider=select", "-Dcal.proactor.loops=2");
    assertThat(answers(threads)).isEqualTo(answers(plain));
    assertThat(made(threads)).contains("made input: ProvidedInput");
  }

  /** As a container does; the server is none the worse. */
  @Test
  void shouldAnswerAsTheJdkWhereTheKernelRefusesIoUring() {
    List<String> options = new ArrayList<>(GRANTED);
    options.add("-Dcal.model=proactor");
    ChildJvm.Outcome outcome =
        project.run(
            RefusedRingTest.Refused.class.getName(),
            options,
            "425",
            "1",
            "app.Main",
            folder.resolve("of-refused").toString());
    assertThat(answers(lines(outcome))).isEqualTo(answers(plain));
    assertThat(outcome.err())
        .contains(", since the system refuses io_uring: Operation not permitted, files by threads");
  }

  @Test
  void shouldLeaveOtherModelsTheirFiles() {
    assertThat(made(plain)).noneMatch(line -> line.contains("Provided"));
    assertThat(made(run("reactive"))).isEqualTo(made(plain));
  }
}
