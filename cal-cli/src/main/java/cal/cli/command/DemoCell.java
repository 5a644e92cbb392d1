package cal.cli.command;

import cal.cli.load.result.LoadResult;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One line of the demo. Immutable.
 *
 * @param model the model that ran the server
 * @param result what the load has shown
 */
record DemoCell(@JsonProperty("model") String model, @JsonProperty("result") LoadResult result) {
  /** Which cells compare with each other. */
  String group() {
    return result.service() + " " + result.sessions().word();
  }

  boolean servedAll() {
    return result.clientsServed() == result.clients();
  }
}
