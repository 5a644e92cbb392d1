package cal.agent.binding;

import cal.core.internal.start.LoadTime;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import cal.weave.record.DeclaredAspect;
import cal.weave.support.WeaveException;
import java.nio.file.Path;
import java.util.List;

/** The settings of a file of bindings, checked without a start. Stateless. */
public final class DeclaredSettings {
  private DeclaredSettings() {}

  /**
   * Checks each key and each value.
   *
   * @throws WeaveException naming the first mistake
   */
  public static void require(BindingFile file, Path name) {
    try {
      LoadTime.requireRight(
          file.settings(), name.toString(), aspects(file, false), aspects(file, true));
    } catch (ConfigurationException mistake) {
      throw new WeaveException(mistake.getMessage(), mistake);
    }
  }

  private static List<String> aspects(BindingFile file, boolean regions) {
    return file.aspects().stream()
        .filter(each -> each.isRegions() == regions)
        .map(DeclaredAspect::name)
        .toList();
  }
}
