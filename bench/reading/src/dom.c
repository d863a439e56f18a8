/* Repeats the DOM parse of libxml2 over files in memory.
 * dom FILE... reads a number of passes per line of input, parses all files that often, and prints the CPU time in
 * nanoseconds. It exits if a file can't be parsed. */
#include <libxml/parser.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static long long now(void) {
    struct timespec at;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return at.tv_sec * 1000000000LL + at.tv_nsec;
}

int main(int count, char **arguments) {
    int files = count - 1;
    char **texts = calloc((size_t)files, sizeof *texts);
    int *lengths = calloc((size_t)files, sizeof *lengths);
    for (int file = 0; file < files; file++) {
        FILE *stream = fopen(arguments[file + 1], "rb");
        if (stream == NULL || fseek(stream, 0, SEEK_END) != 0) {
            return 3;
        }
        lengths[file] = (int)ftell(stream);
        rewind(stream);
        texts[file] = malloc((size_t)lengths[file]);
        if (fread(texts[file], 1, (size_t)lengths[file], stream) != (size_t)lengths[file]) {
            return 3;
        }
        fclose(stream);
    }
    int passes;
    while (scanf("%d", &passes) == 1) {
        long long began = now();
        for (int pass = 0; pass < passes; pass++) {
            for (int file = 0; file < files; file++) {
                xmlDocPtr document = xmlReadMemory(texts[file], lengths[file], "loan.xml", NULL, XML_PARSE_NONET);
                if (document == NULL) {
                    return 4;
                }
                xmlFreeDoc(document);
            }
        }
        printf("%lld\n", now() - began);
        fflush(stdout);
    }
    return 0;
}
