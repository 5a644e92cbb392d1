package cal.proactor.internal.select;

import cal.proactor.OperationCode;

/** The part of a socket in a readiness: its directions, and the events that are told. */
final class Watch {
  private final Side input = new Side();
  private final Side output = new Side();

  /** The events that are told; for the thread that watches. */
  private int events;

  /** The place among the watched sockets; for the leader. */
  private int place;

  /** The peer has ended its output, or the connection is lost: no event follows. */
  private volatile boolean ends;

  Side side(OperationCode code) {
    return code.isInput() ? input : output;
  }

  Side input() {
    return input;
  }

  Side output() {
    return output;
  }

  int events() {
    return events;
  }

  void events(int told) {
    events = told;
  }

  int place() {
    return place;
  }

  void place(int among) {
    place = among;
  }

  boolean ends() {
    return ends;
  }

  void end() {
    ends = true;
  }
}
