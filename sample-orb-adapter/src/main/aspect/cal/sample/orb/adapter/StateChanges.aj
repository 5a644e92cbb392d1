package cal.sample.orb.adapter;

import org.jacorb.poa.POA;
import org.jacorb.poa.RequestController;
import org.omg.PortableServer.POAManagerPackage.State;

/**
 * Lets a POA's last change of state win. A POA manager tells its POAs of each change on another
 * thread: where {@code activate} overtakes {@code hold_requests}, the late change makes an active
 * POA begin no request any more, and the controller's thread turn without end. Here an outdated
 * change does nothing.
 *
 * <p>The controller's lock makes this exact: a thread with an outdated state is followed by the
 * thread of the last state. Privileged: the controller's POA is private. Without state.
 */
privileged aspect StateChanges {
  /** Waiting lets go of the lock. */
  void around(RequestController controller):
      (call(void RequestController.resetPreviousCompletionCall())
              || call(void RequestController.waitForCompletion()))
          && within(POA) && target(controller) {
    int told = told(thisEnclosingJoinPointStaticPart.getSignature().getName());
    synchronized (controller) {
      if (controller.poa.getState().value() == told) {
        proceed(controller);
      }
    }
  }

  private static int told(String method) {
    return switch (method) {
      case "changeToActive" -> State._ACTIVE;
      case "changeToHolding" -> State._HOLDING;
      case "changeToDiscarding" -> State._DISCARDING;
      case "changeToInactive" -> State._INACTIVE;
      default -> throw new IllegalStateException("a POA changes in " + method + ", too");
    };
  }
}
