import { useEffect, useRef, useState } from 'react';
import { afterPress } from './press';

/**
 * A polled value. The last response stays until the next one arrives, and the value never changes between press and
 * release of a pointer, so that targets don't move.
 */
export function useSteady<T>(value: T | undefined, first: T): T {
  const [shown, setShown] = useState(value ?? first);
  const latest = useRef(shown);
  useEffect(() => {
    if (value === undefined) return;
    latest.current = value;
    afterPress(() => setShown(() => latest.current));
  }, [value]);
  return shown;
}
