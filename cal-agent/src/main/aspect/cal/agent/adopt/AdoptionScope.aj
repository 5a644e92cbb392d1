package cal.agent.adopt;

/** The code in which an aspect adopts. */
public abstract aspect AdoptionScope {
  /** The classes whose threads or executors are taken over: {@code within(..)}. */
  protected abstract pointcut scope();

  /**
   * The code of frameworks whose threads are event loops: Netty, which may be renamed, and Vert.x.
   * An event loop waits for all connections at once, in native code where it can. As a virtual
   * thread it would keep its carrier for good, and two of them all that two cores have. Its code
   * knows it by its class, too. {@code Frameworks} knows the same by names.
   */
  private pointcut eventLoops(): within(io.netty..*) || within(*..io.netty..*)
      || within(*..netty.util.concurrent.ThreadPerTaskExecutor) || within(io.vertx..*);

  /** The same without the library's own, and without event loops. */
  protected pointcut inScope():
      scope() && !within(cal.core..*) && !within(cal.agent..*) && !eventLoops();
}
