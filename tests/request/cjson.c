/* Reads JSON and prints it as cJSON does. */
#include <stdio.h>
#include <stdlib.h>

#include <cjson/cJSON.h>

int main(void)
{
    static char text[1 << 16];
    const size_t size = fread(text, 1, sizeof text - 1, stdin);
    cJSON *const tree = cJSON_ParseWithLength(text, size);
    char *const printed = tree ? cJSON_PrintUnformatted(tree) : NULL;

    if (printed == NULL)
        return 1;
    fputs(printed, stdout);
    free(printed);
    cJSON_Delete(tree);
    return 0;
}
