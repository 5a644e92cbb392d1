package cal.reactive;

import cal.core.Carriers;
import cal.core.ConcurrencyModel;
import cal.core.Stage;

/** The model {@code reactive}. */
public final class ReactiveModel implements ConcurrencyModel {
  /** The name that selects this model. */
  public static final String NAME = "reactive";

  /** For {@link java.util.ServiceLoader}. */
  public ReactiveModel() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String whenToChoose() {
    return "to be written";
  }

  @Override
  public boolean eventLoop() {
    return true;
  }

  @Override
  public Carriers open(Stage stage) {
    throw new UnsupportedOperationException("to be written");
  }
}
