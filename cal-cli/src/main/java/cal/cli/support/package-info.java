/** Failures told in a sentence, JSON, and the places of the build's artifacts. */
package cal.cli.support;
