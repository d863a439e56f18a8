import { useEffect, useRef } from 'react';

/** A form that was closed while it was sent lost the focus; once it has an answer, `focus` puts it where that is. */
export function useFocusAfter(isBusy: boolean, focus: () => void): void {
  const wasBusy = useRef(false);
  const latest = useRef(focus);
  useEffect(() => {
    latest.current = focus;
  });
  useEffect(() => {
    if (wasBusy.current && !isBusy) latest.current();
    wasBusy.current = isBusy;
  }, [isBusy]);
}
