package cal.proactor;

import static cal.proactor.AioOperation.State.CANCELLED;
import static cal.proactor.AioOperation.State.CANCELLING;
import static cal.proactor.AioOperation.State.COMPLETED;
import static cal.proactor.AioOperation.State.CREATED;
import static cal.proactor.AioOperation.State.DEFERRED;
import static cal.proactor.AioOperation.State.STARTED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each order in which a start, a cancellation, a close and an outcome can come. */
@Timeout(60)
class CancelTest {
  private static final int IN_FLIGHT = 2;

  private final ScriptedDevice.Provider provider = new ScriptedDevice.Provider();
  private final List<AioOperation> handled = new ArrayList<>();
  private Proactor proactor;
  private ScriptedDevice device;
  private ScriptedDevice.Handle file;

  @BeforeEach
  void open() throws IOException {
    AioConfig config = new AioConfig("scripted", AioConfig.Leadership.SHARED);
    proactor =
        new Proactor(new AioProviders(List.of(provider)), 10, config.withInFlight(IN_FLIGHT));
    device = provider.device();
    file = (ScriptedDevice.Handle) proactor.file(Path.of("any"), Set.of());
  }

  @AfterEach
  void close() throws IOException {
    device.onCancel(device::cancelled);
    List<AioOperation> before = List.copyOf(handled);
    proactor.close();
    assertThat(handled).startsWith(before.toArray(AioOperation[]::new)).doesNotHaveDuplicates();
    assertThat(proactor.alive()).isZero();
    assertThat(file.releases()).as("the file was given back").isEqualTo(1);
  }

  private AioOperation read() {
    return AioOperation.readAt(file, ByteBuffer.allocateDirect(1), 0, handled::add);
  }

  private AioOperation started() {
    AioOperation operation = read();
    proactor.start(operation);
    return operation;
  }

  @Test
  void shouldTakeNothingWhereMemoryIsWantingForANote() throws IOException {
    file.beforeNote(
        () -> {
          throw new OutOfMemoryError("a test");
        });
    ByteBuffer from = ByteBuffer.allocateDirect(1);
    AioOperation refused = AioOperation.write(file, from, handled::add);
    assertThatThrownBy(() -> proactor.start(refused)).isInstanceOf(OutOfMemoryError.class);
    assertThat(proactor.alive()).as("permits").isZero();
    file.beforeNote(() -> {});
    AioOperation next = AioOperation.write(file, from, handled::add);
    proactor.start(next); // in the same place
    device.next(() -> device.completed(next));
    look();
    assertThat(handled).containsExactly(next);
  }

  private void look() throws IOException {
    int before = handled.size();
    assertThat(proactor.handleEvents(0)).isEqualTo(handled.size() - before);
  }

  @Test
  void shouldDeferAboveTheLimitAndStartInOrder() throws IOException {
    AioOperation one = started();
    AioOperation two = started();
    AioOperation three = started();
    AioOperation four = started();
    assertThat(device.has()).containsExactly(one, two);
    assertThat(List.of(one, two, three, four))
        .extracting(AioOperation::state)
        .containsExactly(STARTED, STARTED, DEFERRED, DEFERRED);
    device.next(() -> device.completed(one));
    look();
    assertThat(handled).containsExactly(one);
    assertThat(device.has()).containsExactly(two, three);
    assertThat(one.state()).isEqualTo(COMPLETED);
    assertThat(one.count()).isEqualTo(7);
  }

  @Test
  void shouldNotCancelBeforeTheStart() {
    AioOperation operation = read();
    assertThat(proactor.cancel(operation)).isFalse();
    assertThat(operation.state()).isEqualTo(CREATED);
  }

  @Test
  void shouldNeverStartADeferredOperationThatIsCancelled() throws IOException {
    AioOperation one = started();
    started();
    AioOperation deferred = started();
    assertThat(proactor.cancel(deferred)).isTrue();
    assertThat(proactor.cancel(deferred)).isFalse();
    device.next(() -> device.completed(one));
    look();
    look();
    assertThat(handled).containsExactly(deferred, one);
    assertThat(deferred.state()).isEqualTo(CANCELLED);
    assertThat(device.has()).doesNotContain(deferred);
    assertThat(device.asked()).isEmpty();
  }

  @Test
  void shouldCancelWhatTheDeviceGivesUp() throws IOException {
    AioOperation operation = started();
    assertThat(proactor.cancel(operation)).isTrue();
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.state()).isEqualTo(CANCELLED);
    assertThat(device.asked()).containsExactly(operation);
  }

  @Test
  void shouldCancelWhenTheDeviceSaysSoLater() throws IOException {
    device.onCancel(operation -> device.next(() -> device.cancelled(operation)));
    AioOperation operation = started();
    assertThat(proactor.cancel(operation)).isTrue();
    assertThat(operation.state()).isEqualTo(CANCELLING);
    assertThat(proactor.cancel(operation)).isFalse();
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.isCancelled()).isTrue();
  }

  @Test
  void shouldCompleteWhatHadItsOutcomeBeforeTheDeviceCouldCancel() throws IOException {
    device.onCancel(operation -> device.next(() -> device.completed(operation)));
    AioOperation operation = started();
    proactor.cancel(operation);
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.state()).isEqualTo(COMPLETED);
    assertThat(operation.count()).isEqualTo(7);
    assertThat(operation.failure()).isNull();
  }

  @Test
  void shouldNotAskTheDeviceForWhatItHasNoMore() throws IOException {
    AioOperation operation = started();
    device.next(
        () -> {
          proactor.cancel(operation); // its leader is within the wait, and cannot be asked
          device.completed(operation);
        });
    look();
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.state()).isEqualTo(COMPLETED);
    assertThat(device.asked()).isEmpty();
  }

  @Test
  void shouldNotCancelWhatHasEndedButWasNotHandled() throws IOException {
    AioOperation one = started();
    AioOperation other = started();
    List<Boolean> cancelled = new ArrayList<>();
    device.next(
        () -> {
          device.completed(one);
          device.completed(other);
          cancelled.add(proactor.cancel(other));
        });
    look();
    assertThat(handled).containsExactly(one, other);
    assertThat(other.state()).isEqualTo(COMPLETED);
    assertThat(cancelled).containsExactly(false);
  }

  @Test
  void shouldCancelWhileTheDeviceStartsIt() throws IOException {
    device.onStart(proactor::cancel);
    AioOperation operation = started();
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.isCancelled()).isTrue();
  }

  @Test
  void shouldEndWithinItsStart() throws IOException {
    device.onStart(device::completed);
    AioOperation operation = started();
    assertThat(handled).as("called within start").isEmpty();
    look();
    assertThat(handled).containsExactly(operation);
  }

  @Test
  void shouldFailWhatTheDeviceCannotStart() throws IOException {
    IllegalArgumentException failure = new IllegalArgumentException("no");
    device.onStart(
        operation -> {
          device.has().remove(operation);
          throw failure;
        });
    AioOperation operation = started();
    look();
    assertThat(handled).containsExactly(operation);
    assertThat(operation.failure()).isSameAs(failure);
  }

  @Test
  void shouldBeLedAgainAfterADeviceCouldNotCancel() throws IOException {
    IllegalStateException failure = new IllegalStateException("no");
    device.onCancel(
        operation -> {
          throw failure;
        });
    List<Throwable> reported = new ArrayList<>();
    Thread here = Thread.currentThread();
    here.setUncaughtExceptionHandler((thread, thrown) -> reported.add(thrown));
    try {
      AioOperation operation = started();
      assertThat(proactor.cancel(operation)).isTrue();
      assertThat(reported).containsExactly(failure);
      device.next(() -> device.completed(operation));
      look();
      assertThat(handled).containsExactly(operation);
      assertThat(operation.state()).isEqualTo(COMPLETED);
    } finally {
      here.setUncaughtExceptionHandler(null);
    }
  }

  /** The cancellation comes after the look of the transfer, before the device has the next part. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNotGoOnWithATransferThatIsCancelledBetweenTwoParts(boolean full) throws IOException {
    ScriptedDevice.Handle socket = (ScriptedDevice.Handle) proactor.file(Path.of("any"), Set.of());
    List<AioOperation.State> ends = new ArrayList<>();
    socket.transmit(file, 0, 7, null, null, whole -> ends.add(whole.state()));
    AioOperation part = device.has().iterator().next();
    device.next(
        () -> {
          part.buffer().position(part.buffer().limit());
          device.completed(part);
        });
    socket.beforePart(
        () -> {
          for (int i = 0; full && i < IN_FLIGHT; i++) {
            started();
          }
          socket.cancel();
        });
    while (proactor.handleEvents(0) > 0) {
      assertThat(device.has()).as("operations of the device").noneMatch(AioOperation::isPart);
    }
    assertThat(ends).containsExactly(CANCELLED);
    file.cancel();
    look();
    assertThat(handled).hasSize(full ? IN_FLIGHT : 0);
  }

  /** The cancellation has passed by the place of the part, and comes to the whole. */
  @Test
  void shouldCancelAPartThatATransferStartsWithinTheCancellation() throws IOException {
    AioHandle socket = proactor.file(Path.of("any"), Set.of());
    AioOperation first =
        AioOperation.readAt(socket, ByteBuffer.allocateDirect(1), 0, ended -> socket.cancel());
    AioOperation second =
        AioOperation.readAt(socket, ByteBuffer.allocateDirect(1), 0, handled::add);
    proactor.start(first);
    proactor.start(second);
    List<AioOperation.State> ends = new ArrayList<>();
    socket.transmit(file, 0, 7, null, null, whole -> ends.add(whole.state()));
    device.onStart(
        part -> {
          if (part.code() == OperationCode.READ_FILE) {
            part.buffer().position(part.buffer().limit());
            device.completed(part);
          }
        });
    device.onCancel(
        cancelled -> {
          if (cancelled == second) {
            lookWithin(); // the transfer goes on
          }
          device.cancelled(cancelled);
        });
    device.next(() -> device.completed(first));
    while (ends.isEmpty()) {
      assertThat(proactor.handleEvents(0)).as("handlers until the end").isPositive();
    }
    assertThat(ends).containsExactly(CANCELLED);
    assertThat(handled).containsExactly(second);
  }

  private void lookWithin() {
    try {
      assertThat(proactor.handleEvents(0)).isPositive();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Test
  void shouldTellOfACancellationAlthoughTheReportOfAFailureFails() throws IOException {
    Thread here = Thread.currentThread();
    here.setUncaughtExceptionHandler(
        (thread, failure) -> {
          throw new IllegalStateException("a report's", failure);
        });
    try {
      AioOperation operation = started();
      file.failRelease();
      file.close();
      look();
      assertThat(handled).containsExactly(operation);
    } finally {
      here.setUncaughtExceptionHandler(null);
    }
  }

  @Test
  void shouldRefuseASecondEnd() throws IOException {
    AioOperation operation = started();
    device.next(() -> device.completed(operation));
    device.next(
        () ->
            assertThatThrownBy(() -> device.completed(operation))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it ended before"));
    look();
    assertThat(handled).containsExactly(operation);
  }

  @Test
  void shouldGiveAFileBackWithItsLastOperation() throws IOException {
    device.onCancel(operation -> {}); // a disk goes on
    AioOperation one = started();
    AioOperation two = started();
    AioOperation deferred = started();
    file.close();
    look();
    assertThat(handled).containsExactly(deferred);
    device.next(() -> device.completed(one));
    look();
    assertThat(file.releases()).isZero();
    device.next(() -> device.completed(two));
    look();
    assertThat(file.releases()).isEqualTo(1);
    AioOperation late = started();
    look();
    assertThat(handled).containsExactly(deferred, one, two, late);
    assertThat(late.isCancelled()).isTrue();
  }

  @Test
  void shouldRefuseWhatTheProviderHasNot() {
    AioOperation write = AioOperation.writeAt(file, ByteBuffer.allocateDirect(1), 0, handled::add);
    assertThatThrownBy(() -> proactor.start(write))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("WRITE_FILE is not supported by scripted");
    assertThat(proactor.alive()).isZero();
  }

  @Test
  void shouldGoOnAfterAHandlerThatFails() throws IOException {
    List<Throwable> reported = new ArrayList<>();
    Thread here = Thread.currentThread();
    here.setUncaughtExceptionHandler((thread, failure) -> reported.add(failure));
    try {
      IllegalStateException failure = new IllegalStateException("a handler's");
      proactor.start(
          AioOperation.event(
              event -> {
                throw failure;
              }));
      proactor.start(AioOperation.event(handled::add));
      assertThat(proactor.handleEvents(0)).isEqualTo(2);
      assertThat(handled).hasSize(1);
      assertThat(reported).containsExactly(failure);
    } finally {
      here.setUncaughtExceptionHandler(null);
    }
  }

  @Test
  void shouldRefuseBuffersThatTheSystemCannotUse() {
    assertThatThrownBy(() -> AioOperation.readAt(file, ByteBuffer.allocate(1), 0, handled::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give a direct one with bytes remaining");
    assertThatThrownBy(() -> AioOperation.read(file, ByteBuffer.allocateDirect(0), handled::add))
        .isInstanceOf(IllegalArgumentException.class);
    ByteBuffer constant = ByteBuffer.allocateDirect(1).asReadOnlyBuffer();
    assertThatThrownBy(() -> AioOperation.readAt(file, constant, 0, handled::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("READ_FILE: give one that can be written");
    assertThat(AioOperation.writeAt(file, constant, 0, handled::add).buffer()).isSameAs(constant);
  }

  /** The system would take -1 for the place where an earlier operation has left the file. */
  @Test
  void shouldRefuseAPositionBeforeTheFile() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1);
    assertThatThrownBy(() -> AioOperation.readAt(file, buffer, -1, handled::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("position=-1 of READ_FILE: give 0 or more");
    assertThatThrownBy(() -> AioOperation.writeAt(file, buffer, Long.MIN_VALUE, handled::add))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("of WRITE_FILE: give 0 or more");
  }
}
