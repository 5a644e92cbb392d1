package cal.sample.orb;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jacorb.poa.POA;
import org.jacorb.poa.POAConstants;
import org.jacorb.poa.POAListener;

/**
 * Makes a POA hear that it is to hold only after it has heard that it is active, which its manager
 * said later: each is told by a thread of its own.
 */
final class Overtaking implements POAListener {
  private static final long SECONDS = 120;

  private final CompletableFuture<Thread> holding = new CompletableFuture<>();
  private final CompletableFuture<Thread> activating = new CompletableFuture<>();

  @Override
  public void poaStateChanged(POA poa, int state) {
    if (state == POAConstants.ACTIVE) {
      activating.complete(Thread.currentThread());
    } else {
      holding.complete(Thread.currentThread());
      awaitEnd(activating);
    }
  }

  /** Waits until the POA has been told both. */
  void await() {
    awaitEnd(holding);
  }

  private static void awaitEnd(CompletableFuture<Thread> teller) {
    Thread thread = teller.orTimeout(SECONDS, TimeUnit.SECONDS).join();
    try {
      if (!thread.join(java.time.Duration.ofSeconds(SECONDS))) {
        throw new IllegalStateException(thread + " has not ended after s=" + SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void poaCreated(POA poa) {}

  @Override
  public void referenceCreated(org.omg.CORBA.Object object) {}
}
