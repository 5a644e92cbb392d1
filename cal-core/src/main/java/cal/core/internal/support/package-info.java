/**
 * The helpers that every room uses and no room owns: the log, texts of the server's objects,
 * threads that close and that keep the JVM, room on a stack.
 *
 * <p>It sees nothing of CAL. Public for core alone, and for those modules that the architecture
 * test lists.
 */
package cal.core.internal.support;
