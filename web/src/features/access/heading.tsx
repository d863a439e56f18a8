import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The name of a screen that replaces another without a new page: whoever listens, or moves by keyboard, begins there.
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
