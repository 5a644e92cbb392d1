/**
 * The sample server with its concurrency written by hand: what the woven server is measured
 * against. They use nothing of CAL.
 *
 * <pre>
 *   HandWritten -+- BlockingServer: Twin -- the server's own classes, unwoven, model by model;
 *                |                          CountingStore, LockedStatistics
 *                +- LoopServer: Loop 1..n -- LoopConnection
 *                |    NioLoop: NioSocket
 *                |    EpollLoop: EpollSocket; Epoll, NativeSockets
 *                +- NettyServer: event loop 1..n -- NettyConnection
 *                     both: Frames, CountingStore, LockedStatistics
 * </pre>
 *
 * <p>The last two parse uploads themselves, and answer byte for byte as the sample does.
 */
package cal.bench.baseline;
