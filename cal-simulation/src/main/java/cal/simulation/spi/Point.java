package cal.simulation.spi;

/** The kinds of places where a simulated thread may be preempted. */
public enum Point {
  /** Before a field of a class under test is read or written. */
  FIELD,
  /** Before an element of an array is read or written. */
  ARRAY,
  /** Before a call of {@code java.util}: collections, atomics, locks, queues. */
  CONCURRENT,
  /** Before a monitor is entered, or at the begin of a synchronized method. */
  ENTER,
  /** After a monitor is left. */
  EXIT,
  /** In a loop that waits. */
  SPIN,
  /** Before an operation of a socket. */
  SOCKET,
  /** Before an operation of a file that the run has changed, or of a folder. */
  FILE,
  /** At the begin of a task: {@code run}, {@code call} or a lambda. */
  BEGIN
}
