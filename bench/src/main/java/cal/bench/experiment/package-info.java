/**
 * Experiments as small files. A file (YAML) names its {@link cal.bench.experiment.Kind}, what to
 * compare, and what to draw; the kind makes a {@link cal.bench.experiment.Plan} of it; a {@link
 * cal.bench.experiment.Run} measures it case by case and writes JSON, Markdown, pictures and one
 * HTML file after each.
 *
 * <pre>
 * NAME.yaml --&gt; Experiment --Kind--&gt; Study: Plan, charts --Run--&gt; Cell ... --&gt; Results
 *                                                          |                   |
 *                                            skips what NAME.json holds   .json .md .svg .html
 * </pre>
 *
 * What measures is elsewhere and depends on this package, which knows no server.
 */
package cal.bench.experiment;
