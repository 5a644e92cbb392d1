/** The provider {@code aio}: the JDK's asynchronous channels. */
package cal.proactor.internal.aio;
