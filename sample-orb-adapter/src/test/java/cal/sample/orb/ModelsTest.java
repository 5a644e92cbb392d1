package cal.sample.orb;

import static cal.sample.orb.Giop.locateRequest;
import static cal.sample.orb.Giop.octets;
import static cal.sample.orb.Giop.request;
import static cal.sample.orb.Giop.string;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import cal.sample.orb.idl.BadNumber;
import cal.sample.orb.idl.Factorizer;
import cal.sample.orb.idl.FactorizerHelper;
import cal.sample.orb.idl.Uploader;
import cal.sample.orb.idl.UploaderHelper;
import cal.testing.SomeCases;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.OBJ_ADAPTER;
import org.omg.CORBA.TRANSIENT;
import org.omg.CORBA.UNKNOWN;

/** An ORB means the same under every model; the client is JacORB as it is, or bytes. */
@Tag("cases")
@ParameterizedClass
@FieldSource("STOCK_AND_MODELS")
class ModelsTest {
  static final List<Arguments> STOCK_AND_MODELS =
      SomeCases.Turn.of(
          4,
          Stream.concat(Stream.of(Drill.STOCK, "reactive " + Drill.CSP), Drill.MODELS.stream())
              .toArray(String[]::new));

  private static final int SECONDS = 120;
  private static final String DESK = "Drill/plain/desk";

  private static Tls tls;
  private static Path aspects;
  private static Drill stock;
  private static Drill drill;
  private static OrbClient client;

  @Parameter String model;

  @BeforeAll
  static void startStock(@TempDir Path folder) throws Exception {
    aspects = folder.resolve("aspects");
    tls = Tls.in(folder);
    stock = Drill.start(Drill.STOCK, DrillServer.class);
  }

  @AfterAll
  static void stopStock() {
    stock.close();
  }

  @BeforeParameterizedClassInvocation
  static void start(String model) throws Exception {
    if (model.endsWith(Drill.CSP)) {
      Drill.takeAspects(aspects);
      drill = Drill.startByAgent(aspects, aspects.resolve("kept"), model, tls.settings());
    } else {
      drill = Drill.start(model, DrillServer.class, tls.settings());
    }
    client = new OrbClient("127.0.0.1", drill.port(), Map.of());
  }

  @AfterParameterizedClassInvocation
  static void stop() {
    client.close();
    drill.close();
  }

  private static Factorizer desk(String poa) {
    return FactorizerHelper.unchecked_narrow(client.object("Drill/" + poa + "/desk"));
  }

  private static Uploader uploader() {
    return UploaderHelper.unchecked_narrow(client.object("Drill/plain/uploader"));
  }

  private static String ask(String poa, String text) throws BadNumber {
    try {
      return desk(poa).factorize(text);
    } catch (cal.sample.orb.idl.TooHard e) {
      throw new IllegalStateException(e);
    }
  }

  private static CompletableFuture<String> asked(String poa, String text) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                answer.complete(ask(poa, text));
              } catch (BadNumber | RuntimeException failure) {
                answer.completeExceptionally(failure);
              }
            });
    return answer;
  }

  private static void awaitWaiting(int number) {
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> ask("plain", "waiting:").equals("" + number));
  }

  @Test
  void shouldRunRequestsOnItsOwnThreads() throws Exception {
    String request = Drill.modelOf(model);
    assertThat(ask("plain", "thread:"))
        .startsWith(
            request.equals(Drill.STOCK) ? "RequestProcessor" : "cal-" + request + "-request");
  }

  @Test
  void shouldAnswerByteForByteAsStock() throws Exception {
    byte[] frame = new byte[80 << 10];
    new Random(1).nextBytes(frame);
    List<byte[]> script =
        List.of(
            request(1, true, DESK, "factorize", string("echo:one")),
            request(2, true, DESK, "factorize", string("big:100000")),
            request(3, true, DESK, "factorize", string("user:no")),
            request(4, true, DESK, "factorize", string("system:no")),
            request(5, true, DESK, "factorize", string("broken")),
            request(6, true, DESK, "no_such_operation", string("")),
            request(7, true, "Drill/plain/nobody", "factorize", string("echo:x")),
            request(8, true, "Drill/nowhere/desk", "factorize", string("echo:x")),
            request(9, true, "no key of JacORB", "factorize", string("echo:x")),
            request(10, true, "Drill/plain/uploader", "upload", octets(frame)),
            request(11, true, DESK, "_is_a", string("IDL:cal/sample/orb/idl/Factorizer:1.0")),
            request(12, true, DESK, "_non_existent", new byte[0]),
            request(13, true, "Drill/activated/desk", "factorize", string("id:")),
            request(14, true, "Drill/located/desk", "factorize", string("slot:")),
            request(15, true, "Drill/single/desk", "factorize", string("echo:x")),
            request(16, false, DESK, "factorize", string("echo:nobody hears")),
            locateRequest(18, DESK),
            locateRequest(19, "Drill/plain/nobody"),
            Giop.fragmented(
                request(20, true, "Drill/plain/uploader", "upload", octets(frame)), 20, 8000),
            request(21, true, DESK, "factorize", string("slot:")));
    List<Giop.Message> theirs = replies(stock, script);
    List<Giop.Message> ours = replies(drill, script);
    assertThat(ours).hasSameSizeAs(theirs);
    for (int i = 0; i < ours.size(); i++) {
      assertThat(ours.get(i)).as("reply %d", i).isEqualTo(theirs.get(i));
    }
  }

  /** One after the other, each with its reply: then there is one order only. */
  private static List<Giop.Message> replies(Drill server, List<byte[]> script) throws Exception {
    List<Giop.Message> replies = new ArrayList<>();
    try (Giop giop = new Giop(server.port())) {
      for (byte[] message : script) {
        giop.send(message);
        if (message[7] != Giop.REQUEST || message[16] != 0) {
          replies.add(giop.read().withoutPadding());
        }
      }
    }
    return replies;
  }

  @Test
  void shouldTellRequestsInFlightOnOneConnectionApart() throws Exception {
    int number = 50;
    Map<Integer, Giop.Message> replies = new TreeMap<>();
    try (Giop giop = new Giop(drill.port())) {
      byte[][] requests = new byte[number][];
      for (int id = 0; id < number; id++) {
        requests[id] = request(id, true, DESK, "factorize", string("echo:number " + id + "."));
      }
      giop.send(requests);
      for (int i = 0; i < number; i++) {
        Giop.Message reply = giop.read();
        replies.put(reply.requestId(), reply);
      }
    }
    assertThat(replies).hasSize(number);
    replies.forEach((id, reply) -> assertThat(reply.text()).contains("number " + id + "."));
  }

  @Test
  void shouldRunRequestsOfOneConnectionSideBySide() throws Exception {
    String name = "side-by-side";
    try (Giop giop = new Giop(drill.port())) {
      giop.send(request(1, true, DESK, "factorize", string("wait:" + name)));
      giop.send(request(2, true, DESK, "factorize", string("go:" + name)));
      List<String> texts = List.of(giop.read().text(), giop.read().text());
      assertThat(texts).anyMatch(t -> t.contains("waited")).anyMatch(t -> t.contains("gone"));
    }
  }

  @Test
  void shouldServeOthersWhileAClientOverTlsStopsInMidMessage() throws Exception {
    byte[] frame = new byte[80 << 10];
    byte[] upload = request(1, true, "Drill/plain/uploader", "upload", octets(frame));
    try (Giop slow = tls.connect(drill.tlsPort());
        Giop other = tls.connect(drill.tlsPort())) {
      slow.sendPart(upload, 30_000);
      other.send(request(1, true, DESK, "factorize", string("echo:over TLS")));
      assertThat(other.read().text()).contains("over TLS");
      assertThat(ask("plain", "echo:plain")).isEqualTo("plain");
      slow.send(Arrays.copyOfRange(upload, 30_000, upload.length));
      assertThat(slow.read().status()).isZero();
    }
  }

  @Test
  void shouldTakeOneways() throws Exception {
    Uploader uploader = uploader();
    long stored = Long.parseLong(ask("plain", "stored:"));
    long counted = uploader.frames();
    for (int i = 0; i < 20; i++) {
      uploader.push(new byte[100]);
    }
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> ask("plain", "stored:").equals("" + (stored + 20)));
    if (!model.equals(Drill.STOCK)) {
      org.awaitility.Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> uploader.frames() == counted + 20);
    }
  }

  @Test
  void shouldTakeLargeMessages() {
    byte[] frame = new byte[5 << 20];
    new Random(2).nextBytes(frame);
    CRC32C crc = new CRC32C();
    crc.update(frame);
    assertThat(uploader().upload(frame)).isEqualTo((int) crc.getValue());
  }

  @Test
  void shouldRefuseASequenceThatIsLongerThanItsMessage() throws Exception {
    byte[] frame = octets(new byte[100]);
    byte[] tooLong = ByteBuffer.wrap(frame.clone()).putInt(Integer.MAX_VALUE).array();
    try (Giop giop = new Giop(drill.port())) {
      giop.send(request(1, true, "Drill/plain/uploader", "upload", tooLong));
      Giop.Message refused = giop.read();
      assertThat(refused.status()).as("a system exception").isEqualTo(2);
      assertThat(refused.text()).contains("MARSHAL");
      giop.send(request(2, true, "Drill/plain/uploader", "upload", frame));
      assertThat(giop.read().status()).isZero();
    }
  }

  @Test
  void shouldThrowWhatTheServantThrows() {
    assertThatThrownBy(() -> ask("plain", "user:why"))
        .isInstanceOfSatisfying(BadNumber.class, e -> assertThat(e.reason).isEqualTo("why"));
    assertThatThrownBy(() -> ask("plain", "system:why"))
        .isInstanceOfSatisfying(
            BAD_PARAM.class,
            e -> {
              assertThat(e.minor).isEqualTo(42);
              assertThat(e.completed).isEqualTo(CompletionStatus.COMPLETED_MAYBE);
            });
    assertThatThrownBy(() -> ask("plain", "nonsense")).isInstanceOf(UNKNOWN.class);
    assertThatThrownBy(
            () ->
                FactorizerHelper.unchecked_narrow(client.object("Drill/plain/nobody"))
                    .factorize("echo:x"))
        .isInstanceOf(OBJECT_NOT_EXIST.class);
  }

  @Test
  void shouldKnowTheObjectAndTheSlotOfARequest() throws Exception {
    assertThat(ask("plain", "id:")).isEqualTo("desk");
    assertThat(ask("plain", "slot:")).startsWith("request ");
    assertThat(ask("activated", "echo:x")).isEqualTo("x");
    assertThat(ask("located", "id:")).isEqualTo("desk");
  }

  @Test
  void shouldKeepSlotsOfRequestsSideBySideApart() throws Exception {
    try (Giop giop = new Giop(drill.port())) {
      for (int id = 100; id < 140; id++) {
        giop.send(request(id, true, DESK, "factorize", string("slot:")));
      }
      for (int i = 0; i < 40; i++) {
        Giop.Message reply = giop.read();
        String expected = "request %08d".formatted(reply.requestId());
        assertThat(reply.text().split(expected, -1)).as("slot and context").hasSize(3);
      }
    }
  }

  @Test
  void shouldRunASingleThreadedPoaOneByOne() throws Exception {
    List<CompletableFuture<String>> answers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      answers.add(asked("single", "together:"));
    }
    for (CompletableFuture<String> answer : answers) {
      assertThat(answer.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("1");
    }
  }

  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldHoldDiscardAndGoOn() throws Exception {
    // In JacORB as it is, a change that is overtaken by the next may keep a POA from going on.
    String settled = model.equals(Drill.STOCK) ? " settled" : "";
    drill.command("hold gated" + settled);
    CompletableFuture<String> held = asked("gated", "echo:held");
    assertThat(ask("plain", "echo:others go on")).isEqualTo("others go on");
    assertThat(held).isNotDone();
    drill.command("activate gated");
    assertThat(held.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("held");
    drill.command("discard gated" + settled);
    assertThatThrownBy(() -> ask("gated", "echo:x")).isInstanceOf(TRANSIENT.class);
    drill.command("activate gated");
    assertThat(ask("gated", "echo:x")).isEqualTo("x");
  }

  /** JacORB as it is never answers then. */
  @Test
  @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void shouldGoOnWhereActivatingOvertakesHolding() throws Exception {
    assumeThat(model).isNotEqualTo(Drill.STOCK);
    drill.command("overtake overtaken");
    assertThat(asked("overtaken", "echo:x").get(SECONDS, TimeUnit.SECONDS)).isEqualTo("x");
    drill.command("hold overtaken");
    CompletableFuture<String> held = asked("overtaken", "echo:held");
    assertThat(ask("plain", "echo:others go on")).isEqualTo("others go on");
    assertThat(held).isNotDone();
    drill.command("activate overtaken");
    assertThat(held.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("held");
  }

  @Test
  void shouldEndAPoaAfterItsRequests() throws Exception {
    CompletableFuture<String> underWay = asked("doomed", "wait:doomed");
    awaitWaiting(1);
    drill.tell("deactivate doomed");
    drill.tell("destroy doomed");
    assertThat(underWay).isNotDone();
    assertThat(ask("plain", "go:doomed")).isEqualTo("gone");
    assertThat(underWay.get(SECONDS, TimeUnit.SECONDS)).isEqualTo("waited");
    drill.awaitDone("deactivate doomed");
    drill.awaitDone("destroy doomed");
    assertThatThrownBy(() -> ask("doomed", "echo:x"))
        .isInstanceOfAny(OBJECT_NOT_EXIST.class, OBJ_ADAPTER.class);
  }

  @Test
  void shouldServeManyClientsOfTheOrbAtOnce() throws Exception {
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      byte[] frame = new byte[3000 + i];
      Arrays.fill(frame, (byte) i);
      CRC32C crc = new CRC32C();
      crc.update(frame);
      clients.add(
          CompletableFuture.runAsync(
              () -> {
                try (OrbClient own = new OrbClient("127.0.0.1", drill.port(), Map.of())) {
                  Uploader uploader =
                      UploaderHelper.unchecked_narrow(own.object("Drill/plain/uploader"));
                  for (int n = 0; n < 50; n++) {
                    assertThat(uploader.upload(frame)).isEqualTo((int) crc.getValue());
                  }
                }
              }));
    }
    CompletableFuture.allOf(clients.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
  }
}
