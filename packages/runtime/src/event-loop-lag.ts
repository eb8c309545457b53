/** How late the event loop of this process is. */
export interface EventLoopLag {
  /** Mean delay of its timers in the last quarter of a second, in milliseconds. */
  readonly meanMs: number;
  stop(): void;
}

const everyMs = 25;
const samples = 10;

/**
 * Measures the lag by a timer, which keeps no process alive. Starved of CPU or of ticks, the timer comes
 * late.
 */
export function watchEventLoopLag(): EventLoopLag {
  const delays = new Float64Array(samples);
  let at = 0;
  let dueAt = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delays[at] = Math.max(0, now - dueAt);
    at = (at + 1) % samples;
    dueAt = now + everyMs;
  }, everyMs);
  timer.unref();
  return {
    get meanMs() {
      return delays.reduce((sum, delay) => sum + delay, 0) / samples;
    },
    stop: () => clearInterval(timer),
  };
}
