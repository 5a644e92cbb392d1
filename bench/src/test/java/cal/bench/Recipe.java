package cal.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The part of a POM that README shows: its dependencies, and what it executes. Immutable. */
public record Recipe(Element project) {
  public static Recipe shownBy(Path document) throws Exception {
    List<String> snippets = Fence.of(document, "xml");
    assertThat(snippets).as("recipes of %s", document).hasSize(1);
    String pom = "<project>" + snippets.getFirst() + "</project>";
    return new Recipe(
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(pom)))
            .getDocumentElement());
  }

  public String property(String name) {
    return all(project, name).getFirst().getTextContent();
  }

  /** The artifacts that a server depends on. */
  public List<String> dependencies() {
    Element own = all(project, "dependencies").getFirst();
    return all(own, "artifactId").stream().map(Element::getTextContent).toList();
  }

  /** The ids of what is executed, in order. */
  public List<String> executions() {
    return all(project, "execution").stream().map(each -> text(each, "id")).toList();
  }

  /** The command of an execution, as Maven would make it with some values. */
  public List<String> command(String id, Path java, String classPath, Map<String, String> values) {
    Element execution =
        all(project, "execution").stream()
            .filter(each -> text(each, "id").equals(id))
            .findFirst()
            .orElseThrow();
    assertThat(text(execution, "phase")).as("phase of %s", id).isEqualTo("process-classes");
    assertThat(text(execution, "goal")).as("goal of %s", id).isEqualTo("exec");
    assertThat(text(execution, "executable"))
        .as("executable of %s", id)
        .isEqualTo("${java.home}/bin/java");
    List<String> command = new ArrayList<>(List.of(java.toString()));
    for (Element argument : all(all(execution, "arguments").getFirst(), "*")) {
      command.add(
          argument.getTagName().equals("classpath")
              ? classPath
              : filled(argument.getTextContent(), values));
    }
    return command;
  }

  private static String filled(String text, Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace(value.getKey(), value.getValue());
    }
    assertThat(filled).as("%s knows no other property", values.keySet()).doesNotContain("${");
    return filled;
  }

  private static String text(Element parent, String name) {
    return all(parent, name).getFirst().getTextContent();
  }

  private static List<Element> all(Element parent, String name) {
    NodeList nodes = parent.getElementsByTagName(name);
    return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
  }
}
