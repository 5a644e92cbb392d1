package cal.simulation.internal.process;

import cal.simulation.internal.rewrite.Agent;
import cal.simulation.seam.Hooks;
import cal.simulation.seam.Initialization;
import cal.simulation.seam.Initializers;
import cal.simulation.seam.ProcessSeam;
import cal.simulation.seam.Refusal;
import cal.simulation.seam.Seam;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A jar for {@code -javaagent}: it names the agent, and holds the seam, for the bootstrap class
 * path as well. All else is on the class path. Stateless.
 */
final class AgentJar {
  private static final List<Class<?>> SEAM =
      List.of(
          Seam.class,
          ProcessSeam.class,
          Hooks.class,
          Refusal.class,
          Initialization.class,
          Initializers.class);

  private AgentJar() {}

  static void write(Path file) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", Agent.class.getName());
    main.putValue("Boot-Class-Path", file.getFileName().toString());
    main.putValue("Can-Retransform-Classes", "true");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Class<?> type : SEAM) {
        String name = type.getName().replace('.', '/') + ".class";
        jar.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          in.transferTo(jar);
        }
        jar.closeEntry();
      }
    }
  }
}
