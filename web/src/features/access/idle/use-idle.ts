import { useCallback, useEffect, useRef, useState } from 'react';
import { secondsLeft, untilNextLookMs } from './idle-rules';
import type { ActivityStore } from './last-activity';

/** What counts as activity: mouse, keyboard, touch and scrolling. */
const activities = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'wheel', 'scroll'] as const;

type Idle = {
  /** Whole seconds until the session ends; null while there is nothing to warn of. */
  left: number | null;
  /** Takes the warning away and starts the time anew. */
  resume: () => void;
};

/** Watches for activity, here and wherever the store is shared, and ends the session when there was none for too long. */
export function useIdle(timeoutSeconds: number, store: ActivityStore, onEnd: () => void): Idle {
  const [left, setLeft] = useState<number | null>(null);
  const end = useRef(onEnd);
  const resumeNow = useRef(() => {});
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    // To open the program is to do something.
    store.write(Date.now());
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let isWarning = false;
    let quietSinceMs = store.read();
    // Activity in this tab while it warns: the other tabs count it, this one waits for an answer.
    let unansweredMs: number | null = null;
    const look = () => {
      clearTimeout(timer);
      if (listening.signal.aborted) return;
      const now = Date.now();
      const shared = store.read();
      if (shared !== unansweredMs) quietSinceMs = shared;
      const seconds = secondsLeft(quietSinceMs, now, timeoutSeconds);
      isWarning = seconds !== null;
      setLeft(seconds);
      if (seconds === 0) {
        listening.abort();
        end.current();
        return;
      }
      timer = setTimeout(look, untilNextLookMs(quietSinceMs, now, timeoutSeconds));
    };
    const note = () => {
      const now = Date.now();
      store.write(now);
      if (isWarning && store.read() === now) unansweredMs = now;
    };
    for (const activity of activities) {
      document.addEventListener(activity, note, { capture: true, passive: true, signal: listening.signal });
    }
    // A machine that slept finds out when it is looked at.
    document.addEventListener('visibilitychange', look, { signal: listening.signal });
    const unsubscribe = store.subscribe(look);
    resumeNow.current = () => {
      unansweredMs = null;
      store.write(Date.now());
      look();
    };
    look();
    return () => {
      clearTimeout(timer);
      listening.abort();
      unsubscribe();
    };
  }, [timeoutSeconds, store]);

  const resume = useCallback(() => resumeNow.current(), []);

  return { left, resume };
}
