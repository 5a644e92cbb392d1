/**
 * Servers of others, as they come from Maven Central, and clients that load them.
 *
 * <pre>
 *  AdoptedKind --> AdoptedServer --> a JVM: HttpHost | DatabaseHost | FtpHost (stock, adopted)
 *       |                                              ^
 *       '--> Tournament --> Crowd (clients in a closed loop) --> AdoptedClient, one a connection
 * </pre>
 *
 * <p>The hosts run alone on a class path of their own: nothing of CAL is there.
 */
package cal.bench.adopted;
