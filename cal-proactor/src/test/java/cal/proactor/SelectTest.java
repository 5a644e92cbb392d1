package cal.proactor;

class SelectTest extends ProviderContract {
  @Override
  AioConfig config() {
    return new AioConfig("select", AioConfig.Leadership.SHARED);
  }
}
