/** Seconds that the warning counts down before an idle session ends: a fifth of its timeout, five minutes at most. */
export const warningSeconds = (timeoutSeconds: number): number => Math.min(timeoutSeconds * 0.2, 300);

/** Seconds without activity after which the warning opens. */
export const quietSeconds = (timeoutSeconds: number): number => timeoutSeconds - warningSeconds(timeoutSeconds);

/** Whole seconds until the session ends, zero where it is over; null while there is nothing to warn of. */
export function secondsLeft(lastActivityMs: number, nowMs: number, timeoutSeconds: number): number | null {
  const idleMs = nowMs - lastActivityMs;
  if (idleMs < quietSeconds(timeoutSeconds) * 1000) return null;
  return Math.max(0, Math.ceil(timeoutSeconds - idleMs / 1000));
}

/** Milliseconds until what `secondsLeft` says can change: the opening of the warning, then each of its seconds. */
export function untilNextLookMs(lastActivityMs: number, nowMs: number, timeoutSeconds: number): number {
  const idleMs = nowMs - lastActivityMs;
  const quietMs = quietSeconds(timeoutSeconds) * 1000;
  if (idleMs < quietMs) return quietMs - idleMs;
  return 1000 - (idleMs % 1000);
}
