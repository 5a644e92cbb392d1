/** The steps of the pipeline between a connection and its handlers, chosen by the command line. */
package cal.sample.web.filter;
