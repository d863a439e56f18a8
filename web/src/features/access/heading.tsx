import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The heading of a screen that replaces another without navigation. It takes the focus, so that keyboard and screen
 * reader users start there.
 */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
