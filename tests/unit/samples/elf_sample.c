/* What the tests of symbols look at: built as a program at any place, as one at a fixed place, as a
 * library, and stripped. The lines that the tests ask for have a mark. */
int sample_exported(int x);
int sample_twice(int x);

static __attribute__((noinline)) int sample_hidden(int x)
{
    return x * 7 + sample_exported(x); /* line of sample_hidden */
}

__attribute__((noinline)) int sample_exported(int x)
{
    return x ? x - 1 : 0; /* line of sample_exported */
}

/* Two names for one function. */
int sample_twice(int x)
{
    return sample_hidden(x) + 2;
}
int sample_alias(int x) __attribute__((alias("sample_twice")));

/* Written by hand, without a size. */
__asm__(".text\n.globl sample_sizeless\nsample_sizeless:\n nop\n nop\n ret\n");

int main(void)
{
    return sample_twice(3);
}
