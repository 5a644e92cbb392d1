/** The provider {@code aio}: the JDK's asynchronous sockets. */
package cal.proactor.internal.aio;
