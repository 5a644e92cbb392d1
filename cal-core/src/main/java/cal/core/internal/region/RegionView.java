package cal.core.internal.region;

import java.util.List;

/**
 * The regions that a thread is inside of, and the guard that it waits for, as another thread sees
 * them: exact if it stands still.
 *
 * @param thread the thread
 * @param guards those that it is inside of, but for monitors
 * @param pending the guard that it waits for; null for none
 * @param awaits whether it waits there for a signal
 */
public record RegionView(Thread thread, List<String> guards, String pending, boolean awaits) {}
