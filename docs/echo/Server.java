void main() throws IOException {
  ServerSocket listener = new ServerSocket(7000);
  while (accept(listener));
}
boolean accept(ServerSocket listener) throws IOException {
  Socket client = listener.accept();
  while (answer(client));
  return true;
}
boolean answer(Socket client) throws IOException {
  int letter = client.getInputStream().read();
  if (letter < 0) client.close(); else client.getOutputStream().write(letter);
  return letter >= 0;
}
