/**
 * Pages that are made when they are asked for, in one style. Nothing in them is of another site.
 */
package cal.sample.web.page;
