/**
 * The command line: {@code cal demo}, {@code serve}, {@code load}, {@code models}, {@code compare},
 * {@code bench}.
 *
 * <pre>
 *   Cal -+- DemoCommand ---- a server process a model ---+
 *        +- CompareCommand - two server processes -------+
 *        +- BenchCommand                                 +--- cal.bench.load (in this process)
 *        |    +- IdleExperiment, TrickleExperiment, -----+
 *        |    +- BalanceExperiment: one or two processes |
 *        +- LoadCommand ---- a server already there -----+
 *        +- ServeCommand --- cal.sample.upload.Main (in this process)
 *        +- ModelsCommand -- cal.core.Models
 *
 *   ServersUnderTest: how servers are started     Contest, Duel: who has a turn when
 *   ProcessFigures: what a process takes          ExperimentReport, ComparisonReport: ResultFiles
 * </pre>
 */
package cal.bench;
