/**
 * The files of a site (JAWS, the cached virtual file system): a path is found on the disk or in the
 * memory, and answered as a whole, in parts or not at all. {@link cal.sample.web.files.FileOptions}
 * puts the parts together.
 */
package cal.sample.web.files;
