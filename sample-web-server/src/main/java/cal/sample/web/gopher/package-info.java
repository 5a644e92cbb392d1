/** Gopher (RFC 1436): another protocol for the same files, and the same acceptor. */
package cal.sample.web.gopher;
