/**
 * Number of previous focus positions to remember. A menu item may be gone when its dialog closes, but the menu's button
 * still exists.
 */
const placesMax = 8;

/**
 * Returns the focus to its previous element when a dialog closes and leaves the focus nowhere (WCAG 2.2, 2.4.3).
 * Dialogs are mounted when they open and unmounted when they close, so they can't do this themselves.
 */
export function returnFocusAfterDialogs(): void {
  /** Previously focused elements, latest first. */
  const openers: HTMLElement[] = [];
  const open: { dialog: Element; before: readonly HTMLElement[] }[] = [];

  const watch = new MutationObserver(() => {
    for (let last = open.at(-1); last && !last.dialog.isConnected; last = open.at(-1)) {
      open.pop();
      if (document.activeElement !== document.body) continue;
      last.before.find((place) => place.isConnected && place.checkVisibility())?.focus();
    }
    if (open.length === 0) watch.disconnect();
  });

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('[role="dialog"]');
    if (dialog && !open.some((one) => one.dialog === dialog)) {
      open.push({ dialog, before: [...openers] });
      watch.observe(document.body, { childList: true, subtree: true });
    }
    if (openers[0] !== target) openers.unshift(target);
    openers.length = Math.min(openers.length, placesMax);
  });

  // If the user removed the focus intentionally, don't restore it.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof Node)) return;
    setTimeout(() => {
      if (target.isConnected && document.activeElement === document.body) openers.length = 0;
    });
  });
}
