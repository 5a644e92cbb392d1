package cal.core.internal.region;

import java.util.List;

/**
 * What a thread is inside of and waits for, as another thread sees it: exact if it stands still.
 *
 * @param thread the thread
 * @param guards those that it is inside of, but for monitors
 * @param pending what it waits for; null for nothing
 * @param awaits whether it waits there for a signal
 */
public record RegionView(Thread thread, List<String> guards, String pending, boolean awaits) {}
