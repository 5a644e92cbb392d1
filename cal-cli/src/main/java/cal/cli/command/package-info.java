/**
 * The commands of this module on the command line {@code cal.cli}.
 *
 * <pre>
 *   RepositoryCommands -+- DemoCommand --- a server process a model, DemoTable
 *                       +- LoadCommand --- a server already there
 *                       +- ServeCommand -- cal.sample.upload.Main (in this process)
 *                       '- SimulateCommand -- cal.simulation.SimulatedProgram
 * </pre>
 */
package cal.cli.command;
