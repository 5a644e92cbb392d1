package cal.reactive;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A binding that promises too much, or fails, is told of, and its activities go on. */
class PromiseTest extends LeavingFixture {
  PromiseTest() {
    super(Map.of("cal.model", "reactive"));
  }

  @Test
  void shouldKeepAThreadWhereAStepWritesBeforeItReads() throws Exception {
    open();
    for (int i = 0; i < 2; i++) {
      Peer peer = new Peer();
      peer.serve(
          () -> {
            peer.out.write('>');
            return peer.echo();
          });
      for (int n = 0; n < 3; n++) {
        assertThat(peer.client.getInputStream().read()).as("the prompt").isEqualTo('>');
        peer.ask(n);
      }
    }
    assertThat(warnings).hasSize(1);
    assertThat(warnings.element())
        .startsWith("stage=work: awaits(..) of its binding named a socket, and the next step wrote")
        .contains("keeps a thread from now on: work[peer-");
  }

  @Test
  void shouldKeepAThreadWhereAStepReadsAnotherSocketFirst() throws Exception {
    open();
    Peer other = new Peer();
    Peer peer = new Peer();
    peer.serve(() -> other.in.read() >= 0 && peer.echo());
    for (int n = 0; n < 3; n++) {
      other.client.getOutputStream().write(1);
      peer.ask(n);
    }
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("the next step read another one first");
    other.close();
  }

  @Test
  void shouldKeepAThreadWhereAStepReadsNothing() throws Exception {
    open();
    Peer peer = new Peer();
    AtomicInteger steps = new AtomicInteger();
    peer.serve(() -> steps.incrementAndGet() < 3);
    await(peer.closed, "the end");
    assertThat(warnings).singleElement().asString().contains("went on without reading it");
  }

  @Test
  void shouldFailWhereAStepGoesOnWithoutItsInputInATest() throws Exception {
    open("cal.reactive.call-left-after", "20ms");
    Peer right = new Peer();
    right.serve(right::echo).ask(1);
    Peer wrong = new Peer();
    boolean[] first = {true};
    wrong.serve(
        () -> {
          if (!first[0]) {
            wrong.out.write('>');
          }
          first[0] = false;
          return wrong.echo();
        });
    wrong.ask(1);
    await(wrong.closed, "the end");
    assertThat(failure())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the next step wrote before it read");
    eventually("the right one waits for its input", () -> running() == 1);
    right.ask(2);
  }

  @Test
  void shouldFailWithWhatTheBindingThrows() throws Exception {
    open();
    Peer peer = new Peer();
    stage.awaits(
        target -> {
          throw new IllegalArgumentException("no such field");
        });
    peer.serve(peer::echo).ask(1);
    await(peer.closed, "the end");
    assertThat(failure()).isInstanceOf(IllegalArgumentException.class);
  }

  /** Before its first step an object may not have what the binding asks it for. */
  @Test
  void shouldAskAgainWhatTheBindingCannotSayBeforeTheFirstStep() throws Exception {
    open();
    Peer peer = new Peer();
    AtomicBoolean begun = new AtomicBoolean();
    stage.awaits(
        target -> {
          if (!begun.get()) {
            throw new IllegalStateException("not yet");
          }
          return peer.socket;
        });
    peer.serve(
        () -> {
          begun.set(true);
          return peer.echo();
        });
    peer.ask(1);
    peer.left();
    peer.ask(2);
    assertThat(failures).isEmpty();
  }

  @Test
  void shouldEndAnActivityWhoseBindingThrowsAnErrorBeforeItsFirstStep() throws Exception {
    open();
    Peer peer = new Peer();
    stage.awaits(
        target -> {
          throw new NoClassDefFoundError("missing");
        });
    peer.serve(
        () -> {
          peer.seen.add("begun");
          return false;
        });
    await(peer.closed, "the end");
    eventually("the end is told", () -> !failures.isEmpty() || stage.status().rejected() == 1);
    assertThat(peer.seen).isEmpty();
  }

  @Test
  void shouldNotTakeAFarewellInADrainForAWrongPromise() throws Exception {
    open();
    Peer peer = leftPeer();
    peer.farewell = 9;
    assertThat(engine.shutdown()).as("activities that had to be stopped").isEmpty();
    assertThat(peer.client.getInputStream().read()).isEqualTo(9);
    assertThat(warnings).isEmpty();
  }

  @Test
  void shouldNotWaitForASocketOfTheJdk() throws Exception {
    open();
    Peer peer = new Peer();
    peer.awaited = new Socket();
    peer.serve(peer::echo);
    for (int n = 0; n < 3; n++) {
      peer.ask(n);
    }
    assertThat(running()).isLessThanOrEqualTo(1);
    assertThat(warnings).isEmpty();
  }
}
