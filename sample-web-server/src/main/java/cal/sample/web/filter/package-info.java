/**
 * The steps of the pipeline between a connection and its handlers, which the command line chooses.
 */
package cal.sample.web.filter;
