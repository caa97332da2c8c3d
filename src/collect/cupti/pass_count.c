#include "collect/cupti/pass_count.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "collect/os/quiet_thread.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

struct answer {
    struct answer *next;
    char *question;
    struct pass_count count;
    bool known;
};

/* What the thread needs. The thread owns it until it has reported that it is done. */
struct work {
    pass_count_make *make;
    char **words;
    size_t word_count;
    char *chip;
    struct pass_count count;
    int done; /* eventfd */
};

struct pass_counter {
    struct loop *loop;
    pass_count_make *make;
    struct answer *answers;
    struct answer *busy; /* that the thread works on; NULL: it is idle */
    struct work work;
    pthread_t thread;
    int done;
};

static void free_work(struct work *work)
{
    for (size_t i = 0; i < work->word_count; i++)
        free(work->words[i]);
    free(work->words);
    free(work->chip);
}

static void collect(struct pass_counter *c)
{
    pthread_join(c->thread, NULL);
    c->busy->count = c->work.count;
    c->busy->known = true;
    c->busy = NULL;
    free_work(&c->work);
}

static void on_done(void *context, int fd, short events)
{
    struct pass_counter *c = context;
    eventfd_t number;
    (void)events;
    if (eventfd_read(fd, &number) == 0 && c->busy)
        collect(c);
}

struct pass_counter *pass_counter_new(struct loop *loop, pass_count_make *make)
{
    struct pass_counter *c = mem_alloc(sizeof *c);
    c->loop = loop;
    c->make = make;
    c->done = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (c->done >= 0)
        loop_watch(loop, c->done, POLLIN, on_done, c);
    return c;
}

void pass_counter_free(struct pass_counter *c)
{
    if (!c)
        return;
    if (c->busy)
        collect(c);
    if (c->done >= 0) {
        loop_unwatch(c->loop, c->done);
        close(c->done);
    }
    for (struct answer *next; c->answers; c->answers = next) {
        next = c->answers->next;
        free(c->answers->question);
        free(c->answers);
    }
    free(c);
}

static void *run(void *context)
{
    struct work *work = context;
    work->make(&work->count, work->words, work->word_count, work->chip);
    eventfd_write(work->done, 1);
    return NULL;
}

static bool begin(struct pass_counter *c, struct answer *answer, char *const *words, size_t count,
                  const char *chip)
{
    c->work = (struct work){.make = c->make, .word_count = count, .done = c->done};
    c->work.words = mem_alloc((count + 1) * sizeof *c->work.words);
    for (size_t i = 0; i < count; i++)
        c->work.words[i] = mem_strdup(words[i]);
    c->work.chip = mem_strdup(chip);
    c->busy = answer;
    if (c->done >= 0 && quiet_thread_start(&c->thread, run, &c->work))
        return true;
    free_work(&c->work);
    c->busy = NULL;
    error_set(&answer->count.error, "no thread can be started");
    answer->known = true;
    return false;
}

static char *question_of(char *const *words, size_t count, const char *chip)
{
    struct strbuf text = {0};
    strbuf_adds(&text, chip);
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&text, "\n%s", words[i]);
    return strbuf_detach(&text);
}

const struct pass_count *pass_counter_ask(struct pass_counter *c, char *const *words, size_t count,
                                          const char *chip)
{
    char *question = question_of(words, count, chip);
    struct answer *answer = c->answers;
    while (answer && strcmp(answer->question, question) != 0)
        answer = answer->next;
    if (!answer && !c->busy) {
        answer = mem_alloc(sizeof *answer);
        *answer = (struct answer){.next = c->answers, .question = question};
        question = NULL;
        c->answers = answer;
        begin(c, answer, words, count, chip);
    }
    free(question);
    return answer && answer->known ? &answer->count : NULL;
}
