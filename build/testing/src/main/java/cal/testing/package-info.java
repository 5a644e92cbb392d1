/** Shared by the tests of modules, and no part of a release. */
package cal.testing;
