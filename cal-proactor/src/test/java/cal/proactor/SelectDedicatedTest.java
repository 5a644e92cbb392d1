package cal.proactor;

class SelectDedicatedTest extends ProviderContract {
  @Override
  AioConfig config() {
    return new AioConfig("select", AioConfig.Leadership.DEDICATED);
  }
}
