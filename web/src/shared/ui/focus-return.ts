/** How far back a place is looked for that is still there: a menu's item is gone when its dialog closes, its button isn't. */
const placesMax = 8;

/**
 * From now on the focus goes back to where it was before a dialog opened, once the dialog is gone and has left it nowhere
 * (WCAG 2.2, 2.4.3). Dialogs are mounted when they open and unmounted when they close, so none can do it by itself.
 */
export function returnFocusAfterDialogs(): void {
  /** Where the focus was, the latest first. */
  const places: HTMLElement[] = [];
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
      open.push({ dialog, before: [...places] });
      watch.observe(document.body, { childList: true, subtree: true });
    }
    if (places[0] !== target) places.unshift(target);
    places.length = Math.min(places.length, placesMax);
  });

  // Who left a place for nowhere, and did not lose it, is brought back to none.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget || !(target instanceof Node)) return;
    setTimeout(() => {
      if (target.isConnected && document.activeElement === document.body) places.length = 0;
    });
  });
}
