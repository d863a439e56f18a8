/** Seconds that the warning counts down before an idle session ends: a fifth of the timeout, at most five minutes. */
export const warningSeconds = (timeoutSeconds: number): number => Math.min(timeoutSeconds * 0.2, 300);

/** Seconds without activity after which the warning opens. */
export const quietSeconds = (timeoutSeconds: number): number => timeoutSeconds - warningSeconds(timeoutSeconds);

/** Whole seconds until the session ends, or zero if it has ended. Null before the warning opens. */
export function secondsLeft(lastActivityMs: number, nowMs: number, timeoutSeconds: number): number | null {
  const idleMs = nowMs - lastActivityMs;
  if (idleMs < quietSeconds(timeoutSeconds) * 1000) return null;
  return Math.max(0, Math.ceil(timeoutSeconds - idleMs / 1000));
}

/** Milliseconds until the result of `secondsLeft` can change: when the warning opens, then each second. */
export function untilNextLookMs(lastActivityMs: number, nowMs: number, timeoutSeconds: number): number {
  const idleMs = nowMs - lastActivityMs;
  const quietMs = quietSeconds(timeoutSeconds) * 1000;
  if (idleMs < quietMs) return quietMs - idleMs;
  return 1000 - (idleMs % 1000);
}
