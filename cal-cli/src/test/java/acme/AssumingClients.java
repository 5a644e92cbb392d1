package acme;

import org.opentest4j.TestAbortedException;

/** Clients whose assumption never holds. */
public final class AssumingClients {
  private AssumingClients() {}

  /** Assumes. */
  @SuppressWarnings("DoNotCallSuggester") // fails on purpose
  public static void main(String[] ports) {
    throw new TestAbortedException("no such network");
  }
}
