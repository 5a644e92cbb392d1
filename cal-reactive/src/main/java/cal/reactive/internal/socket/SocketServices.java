package cal.reactive.internal.socket;

import cal.reactive.internal.group.Loops;

/**
 * The common parts of a model's sockets. Stateless.
 *
 * @param loops of the sockets
 * @param backlog unaccepted connections held by the system
 * @param limits of each connection
 * @param lookups of names
 * @param files reads of files that are not in memory
 */
record SocketServices(
    Loops loops, int backlog, SocketLimits limits, Lookups lookups, Lookups files) {}
