/** The provider {@code select}: operations by readiness of sockets, and by threads for files. */
package cal.proactor.internal.select;
