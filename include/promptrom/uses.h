/* What a library is able to do, so that a program pays only for what its packs use.
 *
 * PRM_USES is some of the numbers below, joined by |; all of them where nothing is said. Library and program are
 * built with the same ones, which CMake's option PROMPTROM_USES sees to. A pack says what it uses: its header does
 * not compile where something of that is missing. What a library is not able to do it refuses, as it refuses damaged
 * tables.
 *
 *       cc -DPRM_SMALL "-DPRM_USES=PRM_USE_ASSEMBLIES|PRM_USE_ROWS" … */
#ifndef PROMPTROM_USES_H
#define PROMPTROM_USES_H

#define PRM_USE_ASSEMBLIES   0x001    /* assemblies, sections of slots, and what these call */
#define PRM_USE_CONDITIONS   0x002    /* texts that depend on a flag, a set, or on whether something has a value */
#define PRM_USE_CHOICES      0x004    /* choices, and texts that depend on them */
#define PRM_USE_ROWS         0x008    /* rows, their numbers and how many there are */
#define PRM_USE_RANGES       0x010    /* least and greatest integers */
#define PRM_USE_FENCES       0x020    /* texts that must not close the tag they stand in */
#define PRM_USE_JSON         0x040    /* requests, and PRM_JSON: values are escaped */
#define PRM_USE_RAW_JSON     0x080    /* values that are JSON */
#define PRM_USE_OVERLAYS     0x100    /* overlays that are read at start-up */
#define PRM_USE_PLACES       0x200    /* reports and slices name placeholders and rows; no pack asks for it */
#define PRM_USE_ROWS_IN_ROWS 0x400    /* rows within rows */
#define PRM_USE_ALL          0x7FF

#ifndef PRM_USES
#define PRM_USES PRM_USE_ALL
#endif

#if (PRM_USES) & ~PRM_USE_ALL
#error "PRM_USES is some of the numbers in promptrom/uses.h, joined by |"
#endif

#define PRM_HAS(use) (((PRM_USES) & PRM_USE_##use) != 0)

#endif
