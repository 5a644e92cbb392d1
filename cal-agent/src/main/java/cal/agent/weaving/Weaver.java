package cal.agent.weaving;

import cal.agent.path.ClassPath;
import cal.core.spi.ConfigurationException;
import cal.weave.binding.BindingFile;
import cal.weave.support.WeaveException;
import java.io.IOException;
import java.lang.reflect.Field;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.aspectj.apache.bcel.Repository;
import org.aspectj.apache.bcel.util.ClassLoaderRepository;
import org.aspectj.bridge.AbortException;
import org.aspectj.bridge.IMessage;
import org.aspectj.bridge.IMessageHandler;
import org.aspectj.bridge.Version;
import org.aspectj.weaver.LintMessage;
import org.aspectj.weaver.loadtime.ClassLoaderWeavingAdaptor;
import org.aspectj.weaver.loadtime.DefaultWeavingContext;
import org.aspectj.weaver.loadtime.definition.Definition;
import org.aspectj.weaver.tools.WeavingAdaptor;

/**
 * AspectJ's weaver for the classes of a loader, with given aspects. A complaint of AspectJ is an
 * exception instead of a line in a log. For a single thread at a time.
 */
public final class Weaver extends ClassLoaderWeavingAdaptor {
  private final Messages messages = new Messages();
  private final Set<String> woven = new HashSet<>();
  private List<Woven.Generated> generated = new ArrayList<>();

  private final ClassLoader loader;

  /** AspectJ itself has a weak reference. */
  private final AskedLoader asked;

  /** Unique among all starts with the same file. */
  private final String id =
      ProcessHandle.current().pid() + "-" + Long.toHexString(System.nanoTime());

  private Weaver(ClassLoader loader) {
    this.loader = loader;
    this.asked = new AskedLoader(loader);
  }

  /**
   * Registers aspects.
   *
   * @throws ConfigurationException if an aspect cannot be registered, or names a missing type
   */
  public static Weaver of(ClassLoader loader, Definition definition, ClassPath classPath)
      throws IOException {
    // The default one would first list all files of the JDK, half a second.
    Repository.setRepository(new ClassLoaderRepository(loader));
    forgetWhenAspectJWasBuilt();
    Weaver weaver = new Weaver(loader);
    weaver.initialize(weaver.asked, new Given(loader, definition));
    weaver.messages.require("an aspect cannot be registered");
    weaver.messages.requireNames(definition, loader, classPath);
    if (!weaver.isEnabled()) {
      throw new ConfigurationException("the weaver is switched off; no aspect was registered");
    }
    // A class that libraries leave out is missing in matching too. That is no mistake of the
    // server's.
    weaver.bcelWorld.getLint().cantFindType.setKind(IMessage.DEBUG);
    return weaver;
  }

  /**
   * A mistake, with the existing types that AspectJ has not found during the weaving: AspectJ is
   * silent, and takes a pattern with such a type for no match.
   */
  public ConfigurationException explained(WeaveException mistake, ClassLoader loader) {
    List<String> overlooked =
        messages.unmatched.stream().filter(type -> MissingType.find(loader, type) != null).toList();
    String more =
        overlooked.isEmpty()
            ? ""
            : "; AspectJ has not found "
                + String.join(", ", overlooked)
                + ", though the class path has it";
    return new ConfigurationException(mistake.getMessage() + more, mistake);
  }

  /**
   * The date goes into woven classes, and the JDK loads the time zones of all locales for a date.
   */
  private static void forgetWhenAspectJWasBuilt() {
    try {
      Field time = Version.class.getDeclaredField("time");
      time.setAccessible(true);
      time.setLong(null, Version.NOTIME);
    } catch (ReflectiveOperationException other) {
      throw new IllegalStateException("another AspectJ", other);
    }
  }

  /** The classes generated since the last call; at the first call, the weaver's own aspects. */
  public List<Woven.Generated> takeGenerated() {
    List<Woven.Generated> taken = generated;
    generated = new ArrayList<>();
    return taken;
  }

  /** Whether a class was woven here: asked again, AspectJ answers as before, whatever changed. */
  public boolean hasWoven(String name) {
    return woven.contains(name);
  }

  /** {@link #weave(String, byte[], byte[])} of a class as it comes. */
  public Woven weave(String name, byte[] bytes) {
    return weave(name, bytes, bytes);
  }

  /**
   * Weaves a class, once.
   *
   * @param name with dots
   * @param bytes as the class path has them
   * @param cut the same with its loops cut
   * @throws ConfigurationException if AspectJ fails
   */
  Woven weave(String name, byte[] bytes, byte[] cut) {
    if (!woven.add(name)) {
      throw new IllegalStateException(name + " is given to one weaver twice");
    }
    try {
      byte[] after = weaveClass(name, cut, false);
      messages.require(name + " cannot be woven");
      byte[] changed = Arrays.equals(after, bytes) ? null : after;
      return new Woven(name, bytes, changed, takeGenerated(), takeLookups());
    } catch (IOException | RuntimeException failure) {
      if (failure instanceof ConfigurationException known) {
        throw known;
      }
      throw new ConfigurationException(
          name + " cannot be woven: " + BindingFile.oneLine(failure.toString()), failure);
    }
  }

  private Lookups takeLookups() {
    return loader == ClassLoader.getSystemClassLoader()
        ? Lookups.OF_SYSTEM
        : Lookups.of(id, asked.takeAsked(), loader);
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

  /** The given aspects. */
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

  /** Keeps messages above remarks, and the types without a class file. */
  private static final class Messages implements IMessageHandler {
    private static final Pattern MISSING = Pattern.compile("type (?:name: )?([^\\s\\[\\]]+)");

    private final List<String> kept = new ArrayList<>();

    /** Of pointcuts. */
    private final Set<String> unnamed = new LinkedHashSet<>();

    /** Of join points. */
    private final Set<String> unmatched = new LinkedHashSet<>();

    @Override
    public boolean handleMessage(IMessage message) throws AbortException {
      boolean failed = message.getThrown() != null && message.isWarning();
      if (failed || message.getKind().compareTo(IMessage.ERROR) >= 0) {
        String thrown = message.getThrown() == null ? "" : ": " + message.getThrown();
        kept.add(BindingFile.oneLine(message.getMessage() + thrown));
      } else if (message instanceof LintMessage lint) {
        keepMissing(lint);
      }
      return true;
    }

    private void keepMissing(LintMessage lint) {
      Matcher type = MISSING.matcher(lint.getMessage());
      if (type.find()) {
        if (lint.getLintKind().equals("invalidAbsoluteTypeName")) {
          unnamed.add(type.group(1));
        } else if (lint.getLintKind().startsWith("cantFindType")) {
          unmatched.add(type.group(1));
        }
      }
    }

    /** A {@code target} or {@code this} of a missing type would match nothing. */
    void requireNames(Definition definition, ClassLoader loader, ClassPath classPath)
        throws IOException {
      for (String type : unnamed) {
        throw new ConfigurationException(MissingType.sentence(type, definition, loader, classPath));
      }
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
