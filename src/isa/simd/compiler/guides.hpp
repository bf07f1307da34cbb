#pragma once

/// The one switch of what tells g++ 12 how to translate kernels, without a change of any result.
/// clang++ does as well or better without: docs/decisions/0059-compilers-in-one-room.md has the
/// figures. Define it as 0 or 1 to compare.
#ifndef LANECAST_GUIDES
#if defined(__GNUC__) && !defined(__clang__)
#define LANECAST_GUIDES 1
#else
#define LANECAST_GUIDES 0
#endif
#endif

/// Macros, because attributes cannot be chosen by a template.
#if LANECAST_GUIDES
/// Inlined into each caller. g++ leaves calls out of line as a kernel grows, and vectors then go
/// through memory.
#define LANECAST_INLINE [[gnu::always_inline]]
/// Everything that it calls is inlined into it, so that parts of a query or a shape that it does
/// not use are not computed, and the others stay in registers.
#define LANECAST_FLAT [[gnu::flatten]]
/// Never inlined: its registers and its stack frame do not burden the caller.
#define LANECAST_APART [[gnu::noinline]]
/// Apart, and rarely called: out of the way of code that runs often.
#define LANECAST_RARE [[gnu::noinline, gnu::cold]]
#else
#define LANECAST_INLINE
#define LANECAST_FLAT
#define LANECAST_APART
#define LANECAST_RARE
#endif
