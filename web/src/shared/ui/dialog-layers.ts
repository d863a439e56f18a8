/**
 * What Escape and the browser's Back do to dialogs. Each dialog of the component library listens for Escape by itself,
 * so without this one key would close all of them, and the one below a calendar or a menu.
 */
const dialogs = '.mantine-Modal-content, .mantine-Drawer-content';
const closeButton = '.mantine-Modal-close, .mantine-Drawer-close';
const dropdowns = '.mantine-Popover-dropdown, .mantine-Menu-dropdown';
/** The library's sign on an element whose Escape is its own. */
const ownsEscape = 'data-mantine-stop-propagation';

/** The open dialogs, the topmost first. */
function openDialogs(): HTMLElement[] {
  const layerOf = (dialog: Element) => Number(getComputedStyle(dialog.parentElement ?? dialog).zIndex) || 0;
  const inPage = [...document.querySelectorAll<HTMLElement>(dialogs)];
  return inPage
    .map((dialog, at) => ({ dialog, at, layer: layerOf(dialog) }))
    .sort((one, other) => other.layer - one.layer || other.at - one.at)
    .map(({ dialog }) => dialog);
}

/** Closes a dialog as its cross does: it may ask first, or refuse while it is locked. */
const close = (dialog: HTMLElement | undefined) => dialog?.querySelector<HTMLElement>(closeButton)?.click();

/** From now on Escape goes to the topmost layer only. Call it before the first dialog is mounted. */
export function sendEscapeToTopLayer(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.isComposing || !(target instanceof Element)) return;
      if (target.getAttribute(ownsEscape) === 'true') return;
      if (target.closest(dropdowns)) {
        target.setAttribute(ownsEscape, 'true');
        setTimeout(() => target.removeAttribute(ownsEscape));
        return;
      }
      const open = openDialogs();
      if (open.length < 2) return;
      event.stopImmediatePropagation();
      close(open[0]);
    },
    { capture: true },
  );
}

/** Closes what is open over a page that the user has left. */
export function closeDialogs(): void {
  for (const dialog of openDialogs()) close(dialog);
}
