/**
 * The helpers of every room: the log, texts of the server's objects, closing threads, the keeper of
 * the JVM, room on a stack.
 *
 * <p>The room sees nothing of CAL. Public for core alone, and for the modules of the architecture
 * test.
 */
package cal.core.internal.support;
