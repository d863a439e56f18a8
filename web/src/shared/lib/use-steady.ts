import { useEffect, useRef, useState } from 'react';
import { afterPress } from './press';

/**
 * A value that the page asks for again and again: the last answer stays until the next one is there, and it never
 * changes between the press and the release of a pointer. What the user aims at stays where it is.
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
