package cal.simulation.internal.disk;

import cal.simulation.internal.schedule.Machine;

/** An open file, as a descriptor means it. Used by the threads of one run. */
final class OpenFile {
  final Node node;

  /** Which has opened it; null for none. */
  final Machine machine;

  final boolean reads;
  final boolean writes;
  final boolean appends;

  /** Whether each write is synced. */
  final boolean syncs;

  long position;

  /** How often a lock was not there yet. */
  int lockWaits;

  OpenFile(
      Node node, Machine machine, boolean reads, boolean writes, boolean appends, boolean syncs) {
    this.node = node;
    this.machine = machine;
    this.reads = reads;
    this.writes = writes;
    this.appends = appends;
    this.syncs = syncs;
  }
}
