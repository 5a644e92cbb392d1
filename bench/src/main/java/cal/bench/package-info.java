/**
 * The command line: {@code cal demo}, {@code serve}, {@code load}, {@code models}, {@code compare}.
 *
 * <pre>
 *   Cal -+- DemoCommand ---- a server process a model ---+
 *        +- CompareCommand - two server processes -------+--- cal.bench.load (in this process)
 *        +- LoadCommand ---- a server already there -----+
 *        +- ServeCommand --- cal.sample.upload.Main (in this process)
 *        +- ModelsCommand -- cal.core.Models
 * </pre>
 */
package cal.bench;
