package cal.core.internal.record;

import java.util.Map;

/**
 * A binding, or an aspect of critical regions, that a file declares and no class file. Immutable.
 *
 * @param place where it stands, in the user's words: {@code cal.yaml: stages.connection}
 * @param pointcuts the library's, by name
 */
public record DeclaredAspect(String place, Map<String, String> pointcuts) {}
