/**
 * The command line: {@code cal demo}, {@code serve}, {@code load}, {@code models}, {@code compare},
 * {@code bench}.
 *
 * <pre>
 *   Cal -+- DemoCommand ---- a server process a model ---+
 *        +- CompareCommand - two server processes -------+
 *        +- BenchCommand --- a Kind measures ----------+--- cal.bench.load (in this process)
 *        |    +- GridKind, IdleKind, TrickleKind,      |
 *        |    +- BalanceKind: some server processes ---+
 *        |    +- MicroKind, RegionKind: JMH; StartupKind
 *        +- LoadCommand ---- a server already there -----+
 *        +- ServeCommand --- cal.sample.upload.Main (in this process)
 *        +- ModelsCommand -- cal.core.internal.settings.Models
 *
 *   ServersUnderTest: how servers are started     Tournament, Duel: who has a turn when
 *   ProcessFigures: what a process takes          cal.bench.experiment: files, reports, pictures
 * </pre>
 */
package cal.bench;
