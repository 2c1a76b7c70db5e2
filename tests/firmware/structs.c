/* What programs declare: one variable of each kind. */
#include <promptrom/promptrom.h>

prm_text text;
prm_integer integer;
prm_choice choice;
prm_rows rows;
prm_report report;
prm_sink sink;
prm_slice slice;
prm_cursor cursor;
