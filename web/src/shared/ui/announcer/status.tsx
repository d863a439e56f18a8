import { useEffect } from 'react';
import { announce } from './announcement';

/**
 * A changing text, such as a count or progress. Changes are announced through the shared live region, so never too
 * often.
 */
export function Status({ text, className }: { text: string; className?: string }) {
  useEffect(() => announce(text), [text]);
  return (
    <span role="status" aria-live="off" className={className}>
      {text}
    </span>
  );
}
