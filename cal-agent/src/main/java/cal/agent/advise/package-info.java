/**
 * Which model suits a server and its load: {@code ./cal advise} runs the server under each model,
 * and measures from outside.
 *
 * <pre>
 *  Trials --a model--> Trial --starts--> the server, the load (Load)
 *     |                  '--looks at--> ServerProcess: steps, CPU time, memory
 *     '--> Advice --> AdviceTable, AdvicePage
 * </pre>
 */
package cal.agent.advise;
