/* channel: the socket to the host. Messages are framed as in wire.proto. Any failure closes the
 * channel: the program then runs on unprofiled. Waits are bounded: a host that does not answer for
 * PATIENCE_SECONDS, nor says that it waits itself, is given up. */
#ifndef ROOFTOP_INJECT_CHANNEL_H
#define ROOFTOP_INJECT_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "wire.pb-c.h"

struct channel {
    pthread_mutex_t
        lock;   /* of one message with its answer: the watchdog has something to say, too */
    int socket; /* -1: closed */
    dev_t device;
    ino_t inode; /* of the socket */
};

bool channel_open(struct channel *channel, const char *path);
void channel_close(struct channel *channel);
bool channel_send(struct channel *channel, const Wire__ToHost *message);

/* With open files, for which the host gets descriptors of its own. */
enum { CHANNEL_MOST_FILES = 16 };
bool channel_send_files(struct channel *channel, const Wire__ToHost *message, const int *files,
                        size_t file_count);
/* Sends and waits for the answer; NULL on failure. wire__to_target__free_unpacked(answer, NULL). */
Wire__ToTarget *channel_ask(struct channel *channel, const Wire__ToHost *message);
Wire__ToTarget *channel_ask_files(struct channel *channel, const Wire__ToHost *message,
                                  const int *files, size_t file_count);

#endif
