/**
 * Which model suits a server and its load: {@code ./cal advise} runs the server under each model,
 * and measures from outside.
 *
 * <pre>
 *  Contest --a life--> Trials --starts--> the server (TriedServer), the load (Load)
 *     |                   '--> Trial: samples of steps, bytes, CPU time (Proc), memory
 *     '--> Advice, Doubts --> AdviceTable, AdvicePage, AdvicePicture
 * </pre>
 */
package cal.agent.advise;
