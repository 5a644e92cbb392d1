package cal.core;

import cal.core.internal.engine.Engine;

/**
 * The owner of activities: the object that starts the activities (CAL paper, section 3.1,
 * "execution context assumption").
 *
 * <p>A marker for a server's class, by {@code declare parents} of a binding. The context of an auto
 * activity is the caller, or else the called object, whichever is a working context. Activities of
 * a context can be {@linkplain Engine#count counted} and {@linkplain Engine#drain(WorkingContext,
 * java.time.Duration) drained} together.
 */
public interface WorkingContext {}
