/**
 * The internals of the JDK that event loops need: a scheduler of a virtual thread's own, its
 * carrier, and a pin. Each stands in a single class, which names the missing part of another JDK.
 * The room knows no other room.
 */
package cal.reactive.internal.jdk;
