/** The command {@code bench} of the command line {@code cal.cli}. */
package cal.bench.cli;
