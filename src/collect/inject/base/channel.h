/* channel: the socket to the host. wire.proto says how messages are framed.
 *
 * Any failure closes the channel, and the program runs on unprofiled. Every wait has a limit: a
 * host is given up if for two minutes it neither answers nor says that it waits itself. A program
 * may close descriptors that it did not open and use their numbers again; so before anything is
 * written, the descriptor must still be our socket (device and inode). All functions may be called
 * from any thread. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_CHANNEL_H
#define ROOFTOP_COLLECT_INJECT_BASE_CHANNEL_H

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

#include "wire.pb-c.h"

struct channel {
    pthread_mutex_t lock; /* held for one message and its answer, since the watchdog sends, too */
    int socket;           /* -1: closed */
    dev_t device;
    ino_t inode; /* of the socket */
};

bool channel_open(struct channel *channel, const char *path);
void channel_close(struct channel *channel);
bool channel_send(struct channel *channel, const Wire__ToHost *message);

/* The same with open files. The host gets descriptors of its own for them. */
enum { CHANNEL_MOST_FILES = 16 };
bool channel_send_files(struct channel *channel, const Wire__ToHost *message, const int *files,
                        size_t file_count);
/* Sends a message and waits for the answer. The caller owns the answer and frees it with
 * wire__to_target__free_unpacked(answer, NULL). NULL: the channel has failed. */
Wire__ToTarget *channel_ask(struct channel *channel, const Wire__ToHost *message);
Wire__ToTarget *channel_ask_files(struct channel *channel, const Wire__ToHost *message,
                                  const int *files, size_t file_count);

#endif
