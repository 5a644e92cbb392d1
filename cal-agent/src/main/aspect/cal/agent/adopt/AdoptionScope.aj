package cal.agent.adopt;

/** The code in which an aspect adopts. */
public abstract aspect AdoptionScope {
  /** The classes with adopted threads or executors: {@code within(..)}. */
  protected abstract pointcut scope();

  /**
   * The code of frameworks with event loops: Netty, perhaps renamed, and Vert.x. An event loop
   * waits for all connections at once, in native code if possible. A virtual thread would keep its
   * carrier for good, and two loops both carriers of two cores. The code knows its loop by class,
   * too. {@code Frameworks} knows the same by names.
   */
  private pointcut eventLoops(): within(io.netty..*) || within(*..io.netty..*)
      || within(*..netty.util.concurrent.ThreadPerTaskExecutor) || within(io.vertx..*);

  /** The same without the library's own, and without event loops. */
  protected pointcut inScope():
      scope() && !within(cal.core..*) && !within(cal.agent..*) && !eventLoops();
}
