import { useEffect } from 'react';
import { announce } from './announcement';

/** What stands somewhere and changes: a count, a progress. It is announced with everything else, so never too often. */
export function Status({ text, className }: { text: string; className?: string }) {
  useEffect(() => announce(text), [text]);
  return (
    <span role="status" aria-live="off" className={className}>
      {text}
    </span>
  );
}
