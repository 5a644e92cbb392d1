/**
 * The commands of bench on the command line {@code cal.cli}: {@code demo}, {@code serve}, {@code
 * load}, {@code models}, {@code bench}.
 *
 * <pre>
 *   BenchCommands -+- BenchCommand -- Kinds, Run: experiments
 *                  +- DemoCommand --- a server process a model, DemoTable
 *                  +- LoadCommand --- a server already there
 *                  +- ServeCommand -- cal.sample.upload.Main (in this process)
 *                  '- ModelsCommand - the models on the class path
 * </pre>
 */
package cal.bench.cli;
