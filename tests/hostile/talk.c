/* talk MESSAGE...: a program that only talks to the host of rooftop, and does not tell the truth.
 * Each argument is a message in the text form of protobuf ("hello { pid: 7 }"), or one of these:
 *
 *   wait         waits for an answer, as a program does that asks
 *   raw:BYTES    a frame with these bytes, which are hexadecimal digits
 *   length:N     the length of a frame of N bytes, which do not come
 *   fill:N:TEXT  the message TEXT, in which @ stands for a text of N bytes
 *
 * It ends with status 0 whatever becomes of the connection, and prints nothing. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "report/base/strbuf.h"
#include "report/base/textproto.h"
#include "wire.pb-c.h"

enum { PATIENCE_MS = 5000 };

static int host;

static void say_length(uint32_t length)
{
    const unsigned char bytes[] = {length & 0xff, length >> 8 & 0xff, length >> 16 & 0xff,
                                   length >> 24};
    send(host, bytes, sizeof bytes, MSG_NOSIGNAL);
}

static void say(const uint8_t *bytes, size_t length)
{
    say_length((uint32_t)length);
    while (length) {
        ssize_t sent = send(host, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        length -= (size_t)sent;
    }
}

static void say_text(const char *text)
{
    struct error error;
    ProtobufCMessage *message =
        textproto_parse(&wire__to_host__descriptor, "message", text, strlen(text), &error);
    if (!message) {
        fprintf(stderr, "talk: %s: %s\n", text, error.text);
        exit(2);
    }
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *bytes = malloc(length + 1);
    protobuf_c_message_pack(message, bytes);
    say(bytes, length);
    free(bytes);
    protobuf_c_message_free_unpacked(message, NULL);
}

static void say_filled(const char *argument)
{
    char *text;
    const size_t size = strtoull(argument, &text, 10);
    struct strbuf whole = {0};
    const char *at = strchr(text, '@');
    strbuf_add(&whole, text + 1, (size_t)(at - text - 1));
    strbuf_pad(&whole, 'x', size);
    strbuf_adds(&whole, at + 1);
    say_text(whole.data);
    strbuf_free(&whole);
}

static void say_raw(const char *digits)
{
    struct strbuf bytes = {0};
    unsigned byte;
    strbuf_adds(&bytes, "");
    for (; sscanf(digits, "%2x", &byte) == 1; digits += 2)
        strbuf_addc(&bytes, (char)byte);
    say((const uint8_t *)bytes.data, bytes.length);
    strbuf_free(&bytes);
}

static void wait_for_answer(void)
{
    unsigned char prefix[4];
    char bytes[4096];
    struct pollfd ready = {host, POLLIN, 0};
    if (poll(&ready, 1, PATIENCE_MS) <= 0 || recv(host, prefix, 4, MSG_WAITALL) != 4)
        return;
    size_t left =
        prefix[0] | (size_t)prefix[1] << 8 | (size_t)prefix[2] << 16 | (size_t)prefix[3] << 24;
    for (ssize_t got; left; left -= (size_t)got)
        if ((got = recv(host, bytes, left < sizeof bytes ? left : sizeof bytes, 0)) <= 0)
            return;
}

int main(int argc, char **argv)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *path = getenv("ROOFTOP_SOCKET");
    host = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (!path || strlen(path) >= sizeof address.sun_path) {
        fprintf(stderr, "usage: talk MESSAGE..., below rooftop\n");
        return 2;
    }
    strcpy(address.sun_path, path);
    if (connect(host, (struct sockaddr *)&address, sizeof address) != 0) {
        perror(path);
        return 2;
    }
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "wait") == 0)
            wait_for_answer();
        else if (strncmp(argv[i], "raw:", 4) == 0)
            say_raw(argv[i] + 4);
        else if (strncmp(argv[i], "length:", 7) == 0)
            say_length((uint32_t)strtoull(argv[i] + 7, NULL, 10));
        else if (strncmp(argv[i], "fill:", 5) == 0)
            say_filled(argv[i] + 5);
        else
            say_text(argv[i]);
    /* The host has read all of it when it closes, or when it answers no more. */
    shutdown(host, SHUT_WR);
    struct pollfd ready = {host, POLLIN, 0};
    char bytes[4096];
    while (poll(&ready, 1, PATIENCE_MS) > 0 && recv(host, bytes, sizeof bytes, 0) > 0)
        ;
    return 0;
}
