package com.acme;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;

/** A load for server.jar: the last word is the URL that a load generator is given. */
public final class Load {
  private Load() {}

  public static void main(String[] words) throws IOException {
    int port = URI.create(words[words.length - 1]).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
      for (int i = 0; i < 2000; i++) {
        socket.getOutputStream().write("line\n".getBytes());
        if (in.readLine() == null) {
          throw new IOException("the server has closed the connection");
        }
      }
    }
  }
}
