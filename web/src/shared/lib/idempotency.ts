import { useRef } from 'react';

/** An idempotency key that stays the same until the request changes, so that a retry creates only one loan. */
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
