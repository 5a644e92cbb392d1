package cal.core.spi;

import java.net.SocketAddress;

/**
 * An activity that has left its step: it has no thread until there is input. Immutable.
 *
 * @param activity the activity
 * @param awaits the peer whose input its next step begins with
 * @param since when it was left, by {@link System#nanoTime}, to some milliseconds
 */
public record LeftActivity(CapturedActivity activity, SocketAddress awaits, long since) {}
