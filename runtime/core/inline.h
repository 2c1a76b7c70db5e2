/* What compilers are told about functions and branches, where they listen. */
#ifndef PRM_INLINE_H
#define PRM_INLINE_H

#if defined(__GNUC__)

/* A function with a frame of its own, so that what it needs does not lie on the stack below what the caller calls. */
#define PRM_APART __attribute__((noinline))

/* A function that becomes a part of each that calls it, so that what is known there makes it shorter. */
#define PRM_INLINE static inline __attribute__((always_inline))

/* A condition that usually holds: what follows if it does comes next in the code. */
#define PRM_LIKELY(condition) __builtin_expect(!!(condition), 1)

#else

#define PRM_APART
#define PRM_INLINE static inline
#define PRM_LIKELY(condition) (condition)

#endif

#endif
