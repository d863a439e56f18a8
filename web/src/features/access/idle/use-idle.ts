import { useCallback, useEffect, useRef, useState } from 'react';
import { secondsLeft, untilNextLookMs } from './idle-rules';
import type { ActivityStore } from './last-activity';

/** Events that count as activity. */
const activities = ['mousemove', 'mousedown', 'keydown', 'touchstart', 'touchmove', 'wheel', 'scroll'] as const;

type Idle = {
  /** Whole seconds until the session ends. Null before the warning opens. */
  left: number | null;
  /** Closes the warning and restarts the countdown. */
  resume: () => void;
};

/** Tracks activity in all tabs that share the store, and ends the session after the timeout. */
export function useIdle(timeoutSeconds: number, store: ActivityStore, onEnd: () => void): Idle {
  const [left, setLeft] = useState<number | null>(null);
  const end = useRef(onEnd);
  const resumeNow = useRef(() => {});
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    // Opening the app counts as activity.
    store.write(Date.now());
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let isWarning = false;
    let quietSinceMs = store.read();
    // Activity in this tab during the warning. Other tabs count it, but this tab waits for the user's choice.
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
    // Detects that the timeout passed while the machine slept.
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
