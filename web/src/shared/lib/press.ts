/**
 * Runs at once, or after the click of a pointer that is pressed right now. Pressing a button takes the focus from a
 * field first: what that changes on the page must not move the button away before its click.
 */
export function afterPress(run: () => void): void {
  if (document.querySelector(':active') === null) {
    run();
    return;
  }
  const released = new AbortController();
  const once = () => {
    released.abort();
    // The click follows the release in the same task.
    setTimeout(run);
  };
  for (const type of ['pointerup', 'pointercancel', 'dragend', 'blur']) {
    window.addEventListener(type, once, { signal: released.signal });
  }
}
