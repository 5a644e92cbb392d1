package cal.agent.binding;

import cal.core.WorkingContext;

/** A type that a file declares a working context. Made concrete by the agent, which names it. */
public abstract aspect DeclaredContext<T> {
  declare parents: T implements WorkingContext;
}
