package cal.reactive.internal.socket;

import cal.reactive.internal.group.Loops;

/**
 * The parts that the sockets of a model have in common. Stateless.
 *
 * @param loops the loops that wait for them
 * @param backlog connections that the system holds until they are accepted
 * @param limits of each connection
 * @param lookups of names
 */
record SocketServices(Loops loops, int backlog, SocketLimits limits, Lookups lookups) {}
