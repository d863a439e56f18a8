import type { Stale } from './stale-keys';

/** Events come in bursts. Their stale keys are collected for this time, in milliseconds. */
const gatherMs = 150;
/** Minimum time between two fetches, in milliseconds. */
const restMs = 2_000;

export type Gathering = { add: (stale: readonly Stale[]) => void; stop: () => void };

/** Collects stale keys and passes each on once, at most every two seconds. */
export function gathering(refetch: (stale: Stale[]) => void): Gathering {
  const waiting = new Map<string, Stale>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const flush = () => {
    timer = undefined;
    last = Date.now();
    const stale = [...waiting.values()];
    waiting.clear();
    refetch(stale);
  };
  return {
    add(stale) {
      for (const one of stale) waiting.set(JSON.stringify(one), one);
      if (waiting.size > 0) timer ??= setTimeout(flush, Math.max(gatherMs, last + restMs - Date.now()));
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
