"""Names in C: how ids and placeholders are spelled in generated code, and where two of them meet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagnostics import Related, Report
from .source import Span

PACK_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
PREFIX = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
ID_PART = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")  #: of a field, a choice or an event
VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*")
TOOL = re.compile(r"[A-Za-z0-9_-]{1,64}")

#: Prefixes that would meet the run-time library's own names.
TAKEN_PREFIXES = ("prm", "promptrom")

C_KEYWORDS = frozenset("""
    alignas alignof auto bool break case char const constexpr continue default do double else enum extern false float
    for goto if inline int long nullptr register restrict return short signed sizeof static static_assert struct
    switch thread_local true typedef typeof typeof_unqual union unsigned void volatile while asm fortran
    """.split())

CPP_KEYWORDS = frozenset("""
    alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case catch
    char char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast continue
    contract_assert co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit
    export extern false float for friend goto if import inline int long module mutable namespace new noexcept not
    not_eq nullptr operator or or_eq private protected public reflexpr register reinterpret_cast requires return short
    signed sizeof static static_assert static_cast struct switch synchronized template this thread_local throw true
    try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq
    """.split())

#: Macros of the standard headers and those that compilers predefine without an underscore in front.
MACROS = frozenset("""
    NULL EOF BUFSIZ FILENAME_MAX FOPEN_MAX L_tmpnam TMP_MAX SEEK_CUR SEEK_END SEEK_SET EXIT_FAILURE EXIT_SUCCESS
    RAND_MAX MB_CUR_MAX MB_LEN_MAX CLOCKS_PER_SEC TIME_UTC NDEBUG DECIMAL_DIG ONCE_FLAG_INIT TSS_DTOR_ITERATIONS
    CHAR_BIT CHAR_MAX CHAR_MIN SCHAR_MAX SCHAR_MIN UCHAR_MAX SHRT_MAX SHRT_MIN USHRT_MAX INT_MAX INT_MIN UINT_MAX
    LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX LLONG_MIN ULLONG_MAX SIZE_MAX PTRDIFF_MAX PTRDIFF_MIN INTPTR_MAX INTPTR_MIN
    UINTPTR_MAX INTMAX_MAX INTMAX_MIN UINTMAX_MAX WCHAR_MAX WCHAR_MIN WINT_MAX WINT_MIN SIG_ATOMIC_MAX SIG_ATOMIC_MIN
    INT8_C INT16_C INT32_C INT64_C UINT8_C UINT16_C UINT32_C UINT64_C INTMAX_C UINTMAX_C
    INT8_MAX INT16_MAX INT32_MAX INT64_MAX UINT8_MAX UINT16_MAX UINT32_MAX UINT64_MAX
    INT8_MIN INT16_MIN INT32_MIN INT64_MIN WEOF I INFINITY NAN HUGE_VAL HUGE_VALF HUGE_VALL
    FLT_MAX FLT_MIN FLT_EPSILON FLT_RADIX DBL_MAX DBL_MIN DBL_EPSILON LDBL_MAX LDBL_MIN LDBL_EPSILON
    EDOM EILSEQ ERANGE SIGABRT SIGFPE SIGILL SIGINT SIGSEGV SIGTERM SIG_DFL SIG_ERR SIG_IGN
    assert errno stdin stdout stderr setjmp offsetof complex imaginary noreturn kill_dependency math_errhandling
    fpclassify isfinite isinf isnan isnormal signbit isgreater isgreaterequal isless islessequal islessgreater
    isunordered va_arg va_copy va_end va_start unreachable and and_eq bitand bitor compl not not_eq or or_eq xor
    xor_eq unix linux i386 arm mips sun vax hpux sgi
    """.split())

#: Families of names that the C standard keeps for macros of its headers, so that they need no list.
MACRO_FAMILIES = re.compile(
    r"E[0-9A-Z]+|FE_[A-Z].*|(PRI|SCN)[diouxX][0-9A-Z]+|LC_[A-Z].*|SIG_?[A-Z][0-9A-Z]*|ATOMIC_[A-Z].*|TIME_[A-Z].*"
    r"|(FLT|DBL|LDBL|DEC|FP|MATH|HUGE|CMPLX|M)_.*|[A-Z0-9_]+_(MAX|MIN|WIDTH)|U?INT[0-9A-Z_]*_C")

#: Types of the standard headers: a choice whose name, prefix included, is one of them would redefine it.
TYPES = frozenset("""
    size_t ptrdiff_t max_align_t wchar_t wint_t va_list jmp_buf sig_atomic_t fpos_t time_t clock_t div_t ldiv_t
    lldiv_t imaxdiv_t mbstate_t wctrans_t wctype_t fenv_t fexcept_t lconv float_t double_t intptr_t uintptr_t
    intmax_t uintmax_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t int_least8_t
    int_least16_t int_least32_t int_least64_t uint_least8_t uint_least16_t uint_least32_t uint_least64_t
    int_fast8_t int_fast16_t int_fast32_t int_fast64_t uint_fast8_t uint_fast16_t uint_fast32_t uint_fast64_t FILE
    """.split())

#: Headers of C, POSIX and common systems: that of a pack of such a name would be found in their place.
HEADERS = frozenset("""
    assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
    stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
    aio alloca byteswap cpio dirent dlfcn elf endian err fcntl features fmtmsg fnmatch ftw getopt glob grp iconv
    ifaddrs langinfo libgen libintl link malloc memory monetary mqueue ndbm netdb nl_types poll pthread pty pwd regex
    resolv sched search semaphore spawn strings stropts syslog tar termios ucontext ulimit unistd utime utmpx wait
    wordexp windows io direct process
    """.split())

RESERVED = C_KEYWORDS | CPP_KEYWORDS | MACROS | TYPES


def is_taken(prefix: str) -> bool:
    """Whether the run-time library has names of its own with a prefix."""
    folded = prefix.lower().replace("-", "_")
    return folded in TAKEN_PREFIXES or folded.startswith("prm_")


def identifier(text: str) -> str:
    """A name for C and C++ that is neither a keyword, nor a macro, nor reserved for the implementation or for the
    run-time library."""
    name = text.replace("-", "_").replace(".", "_")
    name = "_" + name if name[:1].isdigit() else name
    taken = (name in RESERVED or bool(MACRO_FAMILIES.fullmatch(name)) or name.startswith("__")
             or (name[0] == "_" and name[1:2].isupper()) or name.lower().startswith("prm_"))
    return name + "_" if taken else name


def prefixed(prefix: str, text: str) -> str:
    """The C name of an entry or a type: the pack's prefix once, then the id."""
    name = text.replace("-", "_").replace(".", "_")
    if name == prefix or name.startswith(prefix + "_"):
        return identifier(name)
    return identifier(f"{prefix}_{name}")


@dataclass(frozen=True, eq=False)
class Claim:
    """Somebody wants a C name."""

    what: str  #: "slot nudge.tier", for messages
    name: str
    span: Span


def check_claims(claims: list[Claim], scope: str, report: Report, upper: bool) -> None:
    """Two claims of one name are an error. With `upper`, names that differ in case alone meet as well, since macros
    are written in upper case."""
    first: dict[str, Claim] = {}
    for claim in claims:
        key = claim.name.upper() if upper else claim.name
        other = first.setdefault(key, claim)
        if other is claim:
            continue
        same = other.name == claim.name
        shown = claim.name if same else key
        report.add("PR0412", claim.span, f"{claim.what} and {other.what} have the same name in C, {shown}",
                   notes=(f"{scope}; `-` and `.` become `_`" + ("" if same else ", macros are in upper case"),),
                   helps=("rename one of the two",), related=(Related(other.span, "the other one"),))
