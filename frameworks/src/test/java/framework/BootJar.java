package framework;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** An executable jar, as Spring Boot's plugin makes it: it loads its classes itself. Stateless. */
final class BootJar {
  private static final String LIBRARY =
      ".*/(spring|tomcat|jackson|logback|slf4j|log4j|jul|micrometer|snakeyaml|jakarta.annotation"
          + "|jspecify)[^/]*\\.jar";

  private BootJar() {}

  /**
   * Writes the jar of {@link SpringMain}.
   *
   * @param more libraries
   */
  static Path in(Path folder, Path... more) throws IOException {
    Path jar = folder.resolve("app.jar");
    Manifest manifest = new Manifest();
    var attributes = manifest.getMainAttributes();
    attributes.putValue("Manifest-Version", "1.0");
    attributes.putValue("Main-Class", "org.springframework.boot.loader.launch.JarLauncher");
    attributes.putValue("Start-Class", SpringMain.class.getName());
    attributes.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
    attributes.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
    if (more.length > 0) {
      attributes.putValue("Add-Opens", "java.base/java.lang");
      attributes.putValue("Enable-Native-Access", "ALL-UNNAMED");
    }
    List<String> entries = FrameworkProcess.entries().toList();
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest)) {
      for (String folderOfJar : List.of("BOOT-INF/", "BOOT-INF/classes/", "BOOT-INF/lib/")) {
        store(folderOfJar, new byte[0], out);
      }
      for (String entry : entries) {
        if (entry.contains("spring-boot-loader")) {
          unpack(entry, out);
        } else if (entry.matches(LIBRARY)) {
          library(Path.of(entry), out);
        }
      }
      for (Path library : more) {
        library(library, out);
      }
      Path classes = Path.of("target", "test-classes");
      for (String name : List.of("SpringMain", "Host", "Host$Stop")) {
        String compiled = "framework/" + name + ".class";
        store("BOOT-INF/classes/" + compiled, Files.readAllBytes(classes.resolve(compiled)), out);
      }
    }
    return jar;
  }

  private static void library(Path jar, JarOutputStream out) throws IOException {
    store("BOOT-INF/lib/" + jar.getFileName(), Files.readAllBytes(jar), out);
  }

  private static void unpack(String loader, JarOutputStream out) throws IOException {
    try (JarFile jar = new JarFile(loader)) {
      for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements(); ) {
        JarEntry entry = all.nextElement();
        if (entry.getName().endsWith(".class")) {
          try (var in = jar.getInputStream(entry)) {
            store(entry.getName(), in.readAllBytes(), out);
          }
        }
      }
    }
  }

  /** Not compressed: only so can its loader read a jar within the jar. */
  private static void store(String name, byte[] bytes, JarOutputStream out) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes.length);
    CRC32 sum = new CRC32();
    sum.update(bytes);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
