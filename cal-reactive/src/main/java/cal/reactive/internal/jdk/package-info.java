/**
 * The internals of the JDK that event loops need: a scheduler of a virtual thread's own, its
 * carrier, and a pin. Each of them stands in one class, which says what is missing where the JDK is
 * another. The room knows no other room.
 */
package cal.reactive.internal.jdk;
