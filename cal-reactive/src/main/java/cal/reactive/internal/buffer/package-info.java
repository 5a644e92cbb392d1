/**
 * The bytes between the system and its readers: the shared buffers of a loop's turns, the bytes
 * kept by a connection, and the bound of all kept bytes. The room knows transports, and no loop.
 */
package cal.reactive.internal.buffer;
