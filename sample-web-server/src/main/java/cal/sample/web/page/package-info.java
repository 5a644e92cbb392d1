/** Pages that are made when they are asked for. */
package cal.sample.web.page;
