package framework;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** A controller of Spring Boot on Tomcat, which Spring Boot stops gracefully by itself. */
@SpringBootApplication
@RestController
public class SpringMain {
  /** For Spring. */
  public SpringMain() {}

  /** Answers any path. */
  @GetMapping("/{path}")
  public String answer(@PathVariable("path") String path) {
    return Host.answer("/" + path);
  }

  public static void main(String[] args) {
    SpringApplication application = new SpringApplication(SpringMain.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", args.length == 0 ? "0" : args[0],
            "server.address", "127.0.0.1",
            "server.shutdown", "graceful",
            "spring.main.banner-mode", "off"));
    var context = (ServletWebServerApplicationContext) application.run();
    Host.serves(context.getWebServer().getPort(), () -> {});
  }
}
