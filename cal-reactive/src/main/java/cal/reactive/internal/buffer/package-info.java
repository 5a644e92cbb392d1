/**
 * The bytes between the system and its readers: the buffers that the turns of a loop share, what a
 * connection keeps of them, and the bound of all that is kept. The room knows transports, and no
 * loop.
 */
package cal.reactive.internal.buffer;
