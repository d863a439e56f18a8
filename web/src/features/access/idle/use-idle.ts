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
  const lookNow = useRef(() => {});
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    // To open the program is to do something.
    store.write(Date.now());
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let isWarning = false;
    const look = () => {
      clearTimeout(timer);
      if (listening.signal.aborted) return;
      const now = Date.now();
      const seconds = secondsLeft(store.read(), now, timeoutSeconds);
      isWarning = seconds !== null;
      setLeft(seconds);
      if (seconds === 0) {
        listening.abort();
        end.current();
        return;
      }
      timer = setTimeout(look, untilNextLookMs(store.read(), now, timeoutSeconds));
    };
    // Once one is warned, only an answer counts: a nudged mouse is nobody.
    const note = () => {
      if (!isWarning) store.write(Date.now());
    };
    for (const activity of activities) {
      document.addEventListener(activity, note, { capture: true, passive: true, signal: listening.signal });
    }
    // A machine that slept finds out when it is looked at.
    document.addEventListener('visibilitychange', look, { signal: listening.signal });
    const unsubscribe = store.subscribe(look);
    lookNow.current = look;
    look();
    return () => {
      clearTimeout(timer);
      listening.abort();
      unsubscribe();
    };
  }, [timeoutSeconds, store]);

  const resume = useCallback(() => {
    store.write(Date.now());
    lookNow.current();
  }, [store]);

  return { left, resume };
}
