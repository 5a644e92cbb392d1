package cal.proactor;

class Nio2Test extends ProviderContract {
  @Override
  AioConfig config() {
    return new AioConfig("aio", AioConfig.Leadership.SHARED);
  }
}
