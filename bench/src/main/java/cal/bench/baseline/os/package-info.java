/** Sockets and epoll of Linux, by calls of the system. */
package cal.bench.baseline.os;
