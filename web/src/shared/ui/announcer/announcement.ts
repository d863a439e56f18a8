/** Minimum interval between announcements in milliseconds. */
export const announceEveryMs = 2000;

let waiting: string[] = [];
let announced = '';
let saidAtMs = Number.NEGATIVE_INFINITY;
let timer: ReturnType<typeof setTimeout> | null = null;
const listeners = new Set<() => void>();

function say() {
  timer = null;
  saidAtMs = Date.now();
  announced = waiting.join(' ');
  waiting = [];
  for (const listener of listeners) listener();
}

/**
 * Announces a text to screen readers without moving the focus. Texts that come too soon are announced together later.
 */
export function announce(text: string): void {
  if (!text || waiting.includes(text)) return;
  waiting.push(text);
  if (timer === null) timer = setTimeout(say, Math.max(0, saidAtMs + announceEveryMs - Date.now()));
}

export const announcement = {
  get: () => announced,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
