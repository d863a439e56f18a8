import type { Stale } from './stale-keys';

/** Events come in bursts: what they made old is gathered for so long, in milliseconds. */
const gatherMs = 150;
/** And read anew at most so often. */
const restMs = 2_000;

export type Gathering = { add: (stale: readonly Stale[]) => void; stop: () => void };

/** Gathers what is old and hands it on, each once, at most every two seconds. */
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
