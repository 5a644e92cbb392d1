/** The forms of reports: outlines, JSON and aligned tables. */
package cal.agent.report;
