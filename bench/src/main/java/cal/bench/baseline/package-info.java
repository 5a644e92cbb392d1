/**
 * The sample server with its concurrency written by hand: what the woven server is measured
 * against. They use nothing of CAL.
 *
 * <pre>
 *   HandWritten -+- BlockingServer: Twin -- the server's own classes, unwoven, model by model;
 *                |                          CountingStore, LockedFrameArrays, LockedStatistics
 *                +- LoopServer: Loop 1..n -- LoopUpload, LoopFactor
 *                |    NioLoop: NioSocket
 *                |    EpollLoop: EpollSocket; Epoll, Linux
 *                +- NettyServer: event loop 1..n -- NettyUpload, NettyFactor
 *                     both: Frames, FactorLines, CountingStore, LockedStatistics
 * </pre>
 *
 * <p>The last two parse the protocols themselves and answer byte for byte as the sample does, but
 * for {@code STATS}: nobody can ask them for what they count.
 */
package cal.bench.baseline;
