package cal.core.internal.admission;

/** The decision about a request to come into a stage. */
public enum Decision {
  ADMITTED(null),
  CALLER_RUNS(null),
  FULL(Refusal.FULL),
  FULL_OF_ITS_CALLERS(Refusal.FULL_OF_ITS_CALLERS),
  FULL_IN_A_REGION(Refusal.FULL_IN_A_REGION),
  FULL_IN_A_CIRCLE(Refusal.FULL_IN_A_CIRCLE),
  OVERLOADED(Refusal.OVERLOADED),
  LATE(Refusal.LATE),
  NO_PLACE(Refusal.NO_PLACE),
  INTERRUPTED(Refusal.INTERRUPTED),
  CLOSED(Refusal.DRAINS);

  private final Refusal refusal;

  Decision(Refusal refusal) {
    this.refusal = refusal;
  }

  /** The reason for a refusal of a spawned activity; null for none. */
  public Refusal refusal() {
    return refusal;
  }
}
