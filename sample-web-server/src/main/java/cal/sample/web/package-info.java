/**
 * A web server for files after JAWS, as plain, blocking, sequential Java: no thread, no lock, no
 * word of concurrency.
 *
 * <pre>
 *   Main -> Acceptor.run: while (accept()) ;
 *              accept: one socket -> Protocol.open -> Connection: while (serve()) ;
 *                 serve: Head, Content -> Request -> Filter ... -> Handler -> Response -> Output
 *                                            FileHandler -> FileSystem: TildeExpander -> CachedFiles -> Disk
 *                 or GopherConnection, of the same files
 * </pre>
 *
 * <p>Unwoven, the server serves one client after the other. The server is concurrency-aware all the
 * same: {@link cal.sample.web.net.Acceptor#accept()} and {@link
 * cal.sample.web.net.Connection#serve()} are steps with a known end that return true while there is
 * more to do. Their callers close nothing in use by the steps. Connections share immutable objects,
 * or objects replaced by a single assignment.
 */
package cal.sample.web;
