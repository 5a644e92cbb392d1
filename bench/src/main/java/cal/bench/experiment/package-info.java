/**
 * Experiments as small files. A file (YAML) names a {@link cal.bench.experiment.Kind}, the servers,
 * and the charts; the kind makes a {@link cal.bench.experiment.Plan}; a {@code Run} measures case
 * by case and writes JSON, Markdown, pictures and an HTML file after each.
 *
 * <pre>
 * NAME.yaml --&gt; Experiment --Kind--&gt; Study: Plan, charts --Run--&gt; Cell ... --&gt; Results
 *                                                          |                   |
 *                                            skips what NAME.json holds   .json .md .svg .html
 * </pre>
 *
 * The measuring classes are elsewhere and depend on this package, which knows no server.
 */
package cal.bench.experiment;
