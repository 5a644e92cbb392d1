package cal.agent.load;

import cal.core.ConfigurationException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.aspectj.apache.bcel.Repository;
import org.aspectj.apache.bcel.util.ClassLoaderRepository;
import org.aspectj.bridge.AbortException;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.IMessageHandler;
import org.aspectj.bridge.Version;
import org.aspectj.weaver.loadtime.ClassLoaderWeavingAdaptor;
import org.aspectj.weaver.loadtime.DefaultWeavingContext;
import org.aspectj.weaver.loadtime.definition.Definition;
import org.aspectj.weaver.tools.WeavingAdaptor;

/**
 * AspectJ's weaver for the classes of one loader, with aspects that are given and not looked for.
 * What it complains of is a mistake, and not a line in a log. For one thread at a time.
 */
final class Weaver extends ClassLoaderWeavingAdaptor {
  private final Messages messages = new Messages();
  private List<Woven.Generated> generated = new ArrayList<>();

  private Weaver() {}

  /**
   * Registers aspects.
   *
   * @throws ConfigurationException if one cannot be registered
   */
  static Weaver of(ClassLoader loader, Definition definition) {
    // The default one would first list all files of the JDK, half a second.
    Repository.setRepository(new ClassLoaderRepository(loader));
    forgetWhenAspectJWasBuilt();
    Weaver weaver = new Weaver();
    weaver.initialize(loader, new Given(loader, definition));
    weaver.messages.require("an aspect cannot be registered");
    if (!weaver.isEnabled()) {
      throw new ConfigurationException("the weaver is switched off; no aspect was registered");
    }
    // What libraries leave out is missing in matching too, and no mistake of the server's.
    weaver.bcelWorld.getLint().cantFindType.setKind(IMessage.DEBUG);
    return weaver;
  }

  /** It goes into woven classes; to read the date, the JDK loads the time zones of all locales. */
  private static void forgetWhenAspectJWasBuilt() {
    try {
      Field time = Version.class.getDeclaredField("time");
      time.setAccessible(true);
      time.setLong(null, Version.NOTIME);
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("another AspectJ", other);
    }
  }

  /** What was generated since it was asked last: first of all, the aspects that it makes. */
  List<Woven.Generated> takeGenerated() {
    List<Woven.Generated> taken = generated;
    generated = new ArrayList<>();
    return taken;
  }

  /**
   * Weaves a class.
   *
   * @param name with dots
   * @throws ConfigurationException if that cannot be done
   */
  Woven weave(String name, byte[] bytes) {
    try {
      byte[] woven = weaveClass(name, bytes, false);
      messages.require(name + " cannot be woven");
      return new Woven(name, bytes, Arrays.equals(woven, bytes) ? null : woven, takeGenerated());
    } catch (IOException | RuntimeException failure) {
      if (failure instanceof ConfigurationException known) {
        throw known;
      }
      throw new ConfigurationException(
          name + " cannot be woven: " + BindingFile.oneLine(failure.toString()), failure);
    }
  }

  @Override
  protected void defineClass(ClassLoader of, String name, byte[] bytes) {
    generated.add(new Woven.Generated(name.replace('/', '.'), bytes));
  }

  @Override
  protected void defineClass(ClassLoader of, String name, byte[] bytes, ProtectionDomain domain) {
    defineClass(of, name, bytes);
  }

  @Override
  protected void setMessageHandler(IMessageHandler chosen) {
    super.setMessageHandler(messages);
  }

  /** The aspects that are given. */
  private static final class Given extends DefaultWeavingContext {
    private final Definition definition;

    Given(ClassLoader loader, Definition definition) {
      super(loader);
      this.definition = definition;
    }

    @Override
    public List<Definition> getDefinitions(ClassLoader loader, WeavingAdaptor adaptor) {
      return List.of(definition);
    }
  }

  /** Keeps what is worse than a remark. */
  private static final class Messages implements IMessageHandler {
    private final List<String> kept = new ArrayList<>();

    @Override
    public boolean handleMessage(IMessage message) throws AbortException {
      boolean failed = message.getThrown() != null && message.isWarning();
      if (failed || message.getKind().compareTo(IMessage.ERROR) >= 0) {
        String thrown = message.getThrown() == null ? "" : ": " + message.getThrown();
        kept.add(BindingFile.oneLine(message.getMessage() + thrown));
      }
      return true;
    }

    void require(String rule) {
      if (!kept.isEmpty()) {
        throw new ConfigurationException(rule + ": " + kept.getFirst());
      }
    }

    @Override
    public boolean isIgnoring(IMessage.Kind kind) {
      return kind.compareTo(IMessage.WARNING) < 0;
    }

    @Override
    public void dontIgnore(IMessage.Kind kind) {}

    @Override
    public void ignore(IMessage.Kind kind) {}
  }
}
