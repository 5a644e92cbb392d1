package cal.sample.orb.adapter;

import org.jacorb.orb.dsi.ServerRequest;
import org.jacorb.poa.Current;
import org.jacorb.poa.POA;
import org.jacorb.poa.RPPoolManager;
import org.jacorb.poa.RequestController;
import org.jacorb.poa.RequestProcessor;
import org.jacorb.poa.except.CompletionRequestedException;
import org.jacorb.poa.except.ShutdownInProgressException;
import org.jacorb.poa.util.POAUtil;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.OBJECT_NOT_EXIST;
import org.omg.CORBA.OBJ_ADAPTER;
import org.omg.CORBA.OMGVMCID;
import org.omg.CORBA.SystemException;
import org.omg.CORBA.TIMEOUT;
import org.omg.CORBA.TRANSIENT;
import org.omg.PortableServer.POAPackage.WrongAdapter;

/**
 * Takes requests over on the way to JacORB's queue for a pool: each is a {@link Dispatch}, deferred
 * until the message has been received.
 *
 * <p>JacORB's own way goes on for requests of a POA before activation, of an inactive POA, or of a
 * POA for a single request at a time. A request processor is a thread in JacORB, and here an object
 * with a single pass of its loop, on the thread of the activity. Privileged: all parts are private.
 * A single aspect serves all threads; the state is in the pools.
 */
privileged aspect RequestSteps {
  private pointcut handOff(RequestController controller, ServerRequest request):
      call(void RequestController.queueRequest(ServerRequest))
          && withincode(void POA._invoke(ServerRequest)) && target(controller) && args(request);

  /** The controller's own way, for an activity. */
  private pointcut dispatching():
      withincode(void RequestController.processRequest(ServerRequest))
          && if(!(Thread.currentThread() instanceof RequestController));

  /** The processors of activities. */
  private final Lent<RequestProcessor> RPPoolManager.lent = new Lent<RequestProcessor>();

  void around(RequestController controller, ServerRequest request):
      handOff(controller, request) {
    if (!defer(controller, request)) {
      proceed(controller, request);
    }
  }

  // The methods that the advice calls stand here. ajc 1.9.27 breaks off where advice that it
  // inlines calls methods with parameters of a class that it has not compiled.

  private static boolean defer(RequestController controller, ServerRequest request) {
    Conversation conversation = request.getConnection().conversation;
    boolean ours =
        conversation != null
            && conversation.isReceiving()
            && request.remainingPOAName() == null
            && POAUtil.isActive(controller.poa.getState())
            && !controller.poa.isSingleThreadModel();
    if (ours) {
      conversation.defer(new Request(conversation, controller, request));
    }
    return ours;
  }

  RequestProcessor around(RPPoolManager pool):
      call(RequestProcessor RPPoolManager.getProcessor()) && target(pool) && dispatching() {
    return take(pool);
  }

  private static RequestProcessor take(RPPoolManager pool) {
    RequestProcessor kept = pool.lent.take();
    if (kept != null) {
      return kept;
    }
    try {
      RequestProcessor processor = new RequestProcessor(pool);
      processor.configure(pool.configuration);
      return processor;
    } catch (org.jacorb.config.ConfigurationException e) {
      throw new IllegalStateException("a request processor cannot be configured", e);
    }
  }

  void around(RequestProcessor processor):
      call(void RequestProcessor.begin()) && target(processor) && dispatching() {
    runOnce(processor);
  }

  private static void runOnce(RequestProcessor processor) {
    RPPoolManager pool = processor.poolManager;
    Current current = pool.current;
    Thread thread = Thread.currentThread();
    current._addContext(thread, processor);
    try {
      processor.terminate = false;
      processor.start = true;
      processor.run();
    } finally {
      current._removeContext(thread);
      pool.lent.giveBack(processor);
    }
  }

  /** Ends the loop of a processor without a thread, on the way back to the pool. */
  void around(RequestProcessor processor):
      call(void RPPoolManager.releaseProcessor(RequestProcessor))
          && withincode(void RequestProcessor.run()) && args(processor)
          && if(Thread.currentThread() != processor) {
    processor.terminate = true;
  }

  /** A pool ends after all requests, as with processors of its own. */
  before(RPPoolManager pool): execution(void RPPoolManager.destroy(boolean)) && this(pool) {
    pool.lent.awaitAll();
  }

  /** A request as an activity. */
  private static final class Request extends Dispatch {
    private final RequestController controller;
    private final ServerRequest request;

    Request(Conversation conversation, RequestController controller, ServerRequest request) {
      super(conversation);
      this.controller = controller;
      this.request = request;
    }

    void process() {
      try {
        controller.processRequest(request);
      } catch (CompletionRequestedException | ShutdownInProgressException notActive) {
        queue();
      } catch (OBJ_ADAPTER | OBJECT_NOT_EXIST | TIMEOUT refusal) {
        controller.rejectRequest(request, refusal);
      }
    }

    /** Leaves the request to the POA, no longer active. */
    private void queue() {
      try {
        controller.poa._invoke(request);
      } catch (WrongAdapter unknown) {
        reply(new OBJECT_NOT_EXIST("unknown oid", OMGVMCID.value | 2, NOTHING_DONE));
      } catch (SystemException refusal) {
        reply(refusal);
      }
    }

    void refuse() {
      reply(new TRANSIENT("resource limit reached", OMGVMCID.value | 1, NOTHING_DONE));
    }

    private void reply(SystemException exception) {
      request.setSystemException(exception);
      request.reply();
    }

    public String toString() {
      return request.operation() + " of " + request.getConnection();
    }
  }

  private static final CompletionStatus NOTHING_DONE = CompletionStatus.COMPLETED_NO;
}
