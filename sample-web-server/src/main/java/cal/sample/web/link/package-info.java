/** Parts of the server that change with a file, while the server runs. */
package cal.sample.web.link;
