// SPDX-License-Identifier: MIT
// Preloaded into a test program: each reading of the wall clock is a year off, by turns ahead and
// behind. Programs that it starts see the right time: a test may not be started by another program.
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <ctime>

namespace {

std::atomic<bool> isAhead = false;

int readClock(clockid_t clock, timespec *time)
{
    const long result = syscall(SYS_clock_gettime, clock, time);
    constexpr time_t year = 365 * 24 * 3600;
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)
        time->tv_sec += isAhead.exchange(!isAhead) ? year : -year;
    return int(result);
}

[[gnu::constructor]] void forgetPreload()
{
    unsetenv("LD_PRELOAD");
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec *time) noexcept
{
    return readClock(clock, time);
}

extern "C" int gettimeofday(timeval *time, void *) noexcept
{
    timespec now;
    const int result = readClock(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}

extern "C" time_t time(time_t *time) noexcept
{
    timespec now;
    readClock(CLOCK_REALTIME, &now);
    if (time)
        *time = now.tv_sec;
    return now.tv_sec;
}
