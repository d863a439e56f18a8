import { useRef } from 'react';

/** One key for as long as the same thing is asked for, so that a repeated request makes one loan. */
export function useIdempotencyKey(): { keyOf: (body: unknown) => string; renew: () => void } {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    keyOf(body) {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: crypto.randomUUID() };
      return last.current.key;
    },
    renew() {
      last.current = null;
    },
  };
}
