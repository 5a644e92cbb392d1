package cal.sample.orb.adapter;

import org.jacorb.poa.POA;
import org.jacorb.poa.RequestController;
import org.jacorb.poa.util.POAUtil;

/**
 * Lets a POA that was activated last be active. A POA manager tells its POAs of each change on a
 * thread of its own: where {@code activate} overtakes {@code hold_requests}, the late one makes a
 * POA that is active begin no request any more, and its controller's thread turn without end. Here
 * neither does anything that is no longer true when its turn comes.
 *
 * <p>The controller's lock makes that exact: whoever sees a state that is no longer the last is
 * followed by the thread of the last. Privileged: the controller's POA is private. Without state.
 */
privileged aspect StateChanges {
  void around(RequestController controller):
      call(void RequestController.resetPreviousCompletionCall())
          && withincode(void POA.changeToActive()) && target(controller) {
    synchronized (controller) {
      if (isActive(controller)) {
        proceed(controller);
      }
    }
  }

  /** Of a POA that holds, discards or becomes inactive; waiting lets go of the lock. */
  void around(RequestController controller):
      call(void RequestController.waitForCompletion()) && within(POA) && target(controller) {
    synchronized (controller) {
      if (!isActive(controller)) {
        proceed(controller);
      }
    }
  }

  private static boolean isActive(RequestController controller) {
    return POAUtil.isActive(controller.poa.getState());
  }
}
