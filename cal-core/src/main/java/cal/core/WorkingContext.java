package cal.core;

import cal.core.internal.engine.Engine;

/**
 * The owner of activities: the object that starts them (CAL paper, section 3.1, "execution context
 * assumption").
 *
 * <p>A marker that a binding gives to a server's class with {@code declare parents}. The context of
 * an auto activity is the object that made the captured call, or else the object called, whichever
 * is a working context. Activities of one context can be {@linkplain Engine#count counted} and
 * {@linkplain Engine#drain(WorkingContext, java.time.Duration) drained} together.
 */
public interface WorkingContext {}
