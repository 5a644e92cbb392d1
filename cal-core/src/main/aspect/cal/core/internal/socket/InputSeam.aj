package cal.core.internal.socket;

import cal.core.internal.activity.AttachedThread;
import cal.core.internal.activity.InputWait;
import cal.core.internal.admission.Backlog;
import cal.core.internal.admission.FailedAccepts;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import org.aspectj.lang.annotation.SuppressAjWarnings;

/**
 * Knows whether an activity waits for its next input: the reads that woven code makes. A drain
 * closes activities that wait for the first input of a step, of which nothing has come. It lets the
 * others end their step.
 *
 * <p>Where input comes in the very moment in which a drain closes its activity, one of the two is
 * first: the request is answered, or its read throws what that of a closed socket throws, and the
 * request is not begun. A connection that an {@code accept} has accepted is not lost: closing a
 * listener does not close it. A read that {@code SO_TIMEOUT} ends has brought nothing: the request
 * is still awaited.
 *
 * <p>A client is silent while a read of its socket waits for the first byte of what a step reads.
 * The stream that {@code getInputStream} gives tells so, also within a call that reads many bytes.
 * That of TLS tells nothing, and neither does that of a socket by which the server asks others.
 *
 * <p>An interrupt status that a step has left set closes no socket that its next call waits for,
 * as it closes none on a platform thread.
 *
 * <p>Woven into every server; outside an activity it does nothing. A read made by code that is not
 * woven is not seen: its activity counts as busy until the deadline.
 */
aspect InputSeam {
  /** {@code read_long} and the like of CORBA take from a message that has been read. */
  private pointcut read():
      !within(cal.core..*) && !call(* java.io.InputStream+.read_*(..))
          && (call(* java.io.InputStream+.read*(..)) || call(* java.io.Reader+.read*(..)))
          && !target(java.io.FileInputStream) && !target(java.io.ByteArrayInputStream);

  /** One read of a socket, where the target is the stream of a socket. */
  private pointcut single(): read() && call(int *.read(..));

  private pointcut accept():
      !within(cal.core..*) && call(java.net.Socket java.net.ServerSocket+.accept());

  private pointcut stream():
      call(java.io.InputStream java.net.Socket+.getInputStream());

  private pointcut output():
      call(java.io.OutputStream java.net.Socket+.getOutputStream());

  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): accept() {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.undisturbed();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  before(Object source): single() && target(source) {
    HeardInput.beforeSingle(source);
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  before(): read() && !single() {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      reader.beforeInput();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  before(ServerSocket listener): accept() && target(listener) {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      reader.beforeAccept();
      Backlogs.of(listener).beginAccept();
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(Object source) returning(int count): single() && target(source) {
    InputWait reader = HeardInput.readerOf(source);
    if (reader != null) {
      reader.requireInput(count >= 0);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning(String line): read() && call(String *(..)) {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      reader.requireInput(line != null);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() returning: read() && !single() && !call(String *(..)) {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      reader.requireInput(true);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(ServerSocket listener) returning: accept() && target(listener) {
    InputWait reader = AttachedThread.currentReader();
    if (reader != null) {
      Backlog backlog = Backlogs.of(listener);
      backlog.endAccept();
      reader.afterAccept(backlog);
    }
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after(ServerSocket listener) throwing(Throwable thrown): accept() && target(listener) {
    if (AttachedThread.currentReader() != null) {
      Backlog backlog = Backlogs.of(listener);
      backlog.endAccept();
      FailedAccepts.note(thrown, listener, backlog);
    }
  }

  /** The stream tells of bytes, also where readers of the JDK above it read many in a call. */
  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): stream() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.stream();
  }

  /** The output of a socket, too: an interrupt that a step has left set closes neither. */
  @SuppressAjWarnings("adviceDidNotMatch")
  Object around(): output() && !within(cal.core..*) {
    return new SocketCall(thisJoinPoint) {
      protected Object unwoven() {
        return proceed();
      }
    }.output();
  }

  @SuppressAjWarnings("adviceDidNotMatch")
  after() throwing(Throwable thrown): read() || accept() {
    InputWait reader = AttachedThread.currentReader();
    if (reader == null) {
      return;
    }
    if (thrown instanceof SocketTimeoutException) {
      reader.inputTimedOut();
    } else {
      reader.afterInput(false);
    }
  }
}
