/**
 * Small servers, good and bad, that are read by their class files and never run.
 *
 * <p>{@code // --spawn}, {@code --hand-off} and {@code --region} say what is captured, {@code //
 * finds RULE...} what is to be found on that line; a server without the latter is a good one.
 */
package cal.weave.check.corpus;
