/** Event loops as a concurrency model. */
package cal.reactive;
