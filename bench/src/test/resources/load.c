/*
 * Clients of short sessions, independent of the load generator that they check: each connects,
 * sends one upload, reads its checksum, closes, and does so again at once, for as long as told.
 *
 *   load PORT BYTES CLIENTS WARM_UP_SECONDS SECONDS
 *
 * Prints what was seen in the last seconds: answers a second, the mean and the median latency from
 * connect() to the answer in microseconds, clients served, fairness, errors.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define SOURCES 250 /* addresses: each has ports of its own in TIME_WAIT */
#define BUCKETS 4000
#define BUCKETS_AN_E 200.0

enum state { CONNECTING, SENDING, RECEIVING };

struct client {
  int fd;
  enum state state;
  int sent, received;
  unsigned char answer[8];
  int64_t since;
  long answers;
};

static int epoll, request_length;
static unsigned char *request, wanted[4];
static struct sockaddr_in server;
static int counting;
static long answers, errors, latencies[BUCKETS];
static double waited;
static int source;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static uint32_t crc32c(const unsigned char *bytes, int length) {
  uint32_t crc = ~0u;
  for (int i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0x82f63b78u : crc >> 1;
  }
  return ~crc;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

static void begin(struct client *client) {
  int on = 1;
  struct sockaddr_in local = {.sin_family = AF_INET};
  local.sin_addr.s_addr = htonl(0x7f000002u + source++ % SOURCES);
  client->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (client->fd < 0) die("socket");
  setsockopt(client->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(client->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(client->fd, (struct sockaddr *)&local, sizeof local) < 0) die("bind");
  client->state = CONNECTING;
  client->since = now();
  if (connect(client->fd, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS)
    die("connect");
  struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = client};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, client->fd, &event) < 0) die("epoll_ctl");
}

static void again(struct client *client) {
  close(client->fd);
  begin(client);
}

static void answered(struct client *client) {
  if (memcmp(client->answer, wanted, sizeof wanted) != 0) {
    errors++;
  } else if (counting) {
    double micros = (now() - client->since) / 1000.0;
    int bucket = micros > 1 ? (int)(log(micros) * BUCKETS_AN_E) : 0;
    latencies[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    waited += micros;
    answers++;
    client->answers++;
  }
  again(client);
}

static void step(struct client *client) {
  if (client->state == CONNECTING) {
    int failure = 0;
    socklen_t length = sizeof failure;
    getsockopt(client->fd, SOL_SOCKET, SO_ERROR, &failure, &length);
    if (failure) {
      errors++;
      again(client);
      return;
    }
    client->state = SENDING;
    client->sent = client->received = 0;
  }
  while (client->state == SENDING) {
    int done = send(client->fd, request + client->sent, request_length - client->sent, MSG_NOSIGNAL);
    if (done < 0 && (errno == EAGAIN || errno == ENOTCONN)) return;
    if (done < 0) {
      errors++;
      again(client);
      return;
    }
    client->sent += done;
    if (client->sent == request_length) client->state = RECEIVING;
  }
  while (client->received < 4) {
    int done = recv(client->fd, client->answer + client->received, 4 - client->received, 0);
    if (done < 0 && errno == EAGAIN) return;
    if (done <= 0) {
      errors++;
      again(client);
      return;
    }
    client->received += done;
  }
  answered(client);
}

static void print(struct client *clients, int count, double seconds) {
  double mean = (double)answers / count, squares = 0;
  long served = 0, seen = 0;
  int median = 0;
  for (int i = 0; i < count; i++) {
    squares += (clients[i].answers - mean) * (clients[i].answers - mean);
    served += clients[i].answers > 0;
  }
  while (median < BUCKETS && (seen += latencies[median]) * 2 < answers) median++;
  printf("rate %.1f\nmean_us %.0f\np50_us %.0f\nserved %ld\nfairness %.4f\nerrors %ld\n",
         answers / seconds, answers ? waited / answers : 0, exp(median / BUCKETS_AN_E), served,
         mean > 0 ? (mean - sqrt(squares / count)) / mean : 0, errors);
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "load PORT BYTES CLIENTS WARM_UP_SECONDS SECONDS\n");
    return 2;
  }
  server.sin_family = AF_INET;
  server.sin_port = htons(atoi(argv[1]));
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int size = atoi(argv[2]), count = atoi(argv[3]);
  request_length = 4 + size;
  request = calloc(1, request_length);
  uint32_t length = htonl(size);
  memcpy(request, &length, 4);
  for (int i = 0; i < size; i++) request[4 + i] = i * 31 + 7;
  uint32_t crc = htonl(crc32c(request + 4, size));
  memcpy(wanted, &crc, 4);
  struct client *clients = calloc(count, sizeof *clients);
  if ((epoll = epoll_create1(0)) < 0) die("epoll_create1");
  for (int i = 0; i < count; i++) begin(clients + i);
  int64_t from = now() + (int64_t)(atof(argv[4]) * 1e9), until = from + (int64_t)(atof(argv[5]) * 1e9);
  int64_t begun = 0;
  struct epoll_event events[512];
  for (;;) {
    int ready = epoll_wait(epoll, events, 512, 100);
    int64_t time = now();
    if (!counting && time >= from) {
      counting = 1;
      begun = time;
    }
    if (time >= until) {
      print(clients, count, (time - begun) / 1e9);
      return 0;
    }
    for (int i = 0; i < ready; i++) step(events[i].data.ptr);
  }
}
