package cal.core;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The bytes that one reader of sockets keeps at a moment: it read them before the server asked.
 *
 * @param reader the reader's name: that of an event loop's thread, for example
 * @param bytes what is kept for all connections
 * @param limit what may be kept at most
 */
public record ReadAheadStatus(String reader, long bytes, long limit) {
  /** Of the readers of some stages, each once: stages share them. */
  static List<ReadAheadStatus> of(List<Stage> stages) {
    Map<String, ReadAheadStatus> readers = new LinkedHashMap<>();
    for (Stage stage : stages) {
      stage
          .sockets()
          .ifPresent(sockets -> sockets.readAhead().forEach(one -> readers.put(one.reader(), one)));
    }
    return List.copyOf(readers.values());
  }
}
