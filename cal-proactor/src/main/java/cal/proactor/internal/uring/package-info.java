/** The provider {@code io_uring}: operations of the kernel, in a ring. */
package cal.proactor.internal.uring;
