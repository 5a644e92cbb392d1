/**
 * New clients: {@link cal.sample.web.net.Acceptor} accepts their sockets, a {@link
 * cal.sample.web.net.Protocol} opens a {@link cal.sample.web.net.Connection} for each. Nothing here
 * knows HTTP.
 */
package cal.sample.web.net;
