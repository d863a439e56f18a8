import { useEffect, useRef } from 'react';

/** Restores the focus after a form was disabled during submission. Calls `focus` when the response is there. */
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
