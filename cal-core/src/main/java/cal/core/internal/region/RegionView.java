package cal.core.internal.region;

import java.util.List;

/**
 * The regions around a thread, and the awaited guard, as seen by another thread: exact if the
 * thread stands still.
 *
 * @param thread the thread
 * @param guards of the regions around the thread, without monitors
 * @param pending the awaited guard; null for none
 * @param awaits whether the thread waits for a signal
 */
public record RegionView(Thread thread, List<String> guards, String pending, boolean awaits) {}
