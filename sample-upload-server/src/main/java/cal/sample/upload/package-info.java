/**
 * The upload and factorization server of the CAL paper (sections 1 and 4), as plain, blocking,
 * sequential Java: no thread, no lock, no word of concurrency.
 *
 * <pre>
 *   Main -> Listener.run: while (accept()) ;
 *              accept: one socket -> Service.open -> Connection: while (serve()) ;
 *                 serve: one request -> UploadConnection -> Store.store -> CRC-32C
 *                                       FactorConnection -> Factorizer  -> prime factors
 * </pre>
 *
 * <p>Unwoven, the server serves one client after the other. The server is concurrency-aware all the
 * same: {@link cal.sample.upload.Listener#accept()} and {@link
 * cal.sample.upload.Connection#serve()} are steps with a known end that return {@code true} while
 * there is more to do; callers close nothing in use by the steps; and all shared state is changed
 * and read in small methods of a few classes ({@link cal.sample.upload.MemoryStore}, {@link
 * cal.sample.upload.FrameArrays}, {@link cal.sample.upload.Statistics}, and of the slow stores,
 * {@code Disk} and {@link cal.sample.upload.RelayStore}).
 */
package cal.sample.upload;
