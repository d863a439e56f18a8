/** What a user does before a dialog opens. */
const inputs = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Calls back once, at the user's first input. Dialogs fetch their code then: the first page loads without it, and the code
 * is there by the time the user has reached the button. Returns a function that cancels the call.
 */
export function onFirstInput(callback: () => void): () => void {
  const listener = new AbortController();
  for (const input of inputs) {
    window.addEventListener(
      input,
      () => {
        listener.abort();
        callback();
      },
      { signal: listener.signal, capture: true, passive: true },
    );
  }
  return () => listener.abort();
}
