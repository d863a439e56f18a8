import { CloseButton, UnstyledButton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Toast, toastExtendedTimeoutMs, toastStore, toastTimeoutMs } from './toast-store';
import classes from './toaster.module.css';

const icons = { success: IconCircleCheck, error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

/** The toasts of the page, at the bottom right. Render it once. The announcer reads them to screen readers. */
export function Toaster() {
  const open = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const tray = useRef<HTMLElement>(null);
  useAside(tray, open.length);
  return (
    <section ref={tray} className={classes.tray} aria-label="Notifications">
      {open.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Whether the toasts cover the focused element. */
function isHidden(focused: Element | null, toasts: Element): boolean {
  if (!focused || focused === document.body || focused.id === 'content') return false;
  const [box, over] = [focused.getBoundingClientRect(), toasts.getBoundingClientRect()];
  return box.right > over.left && box.left < over.right && box.bottom > over.top && box.top < over.bottom;
}

/** Moves the toasts to the other end of the window while they would cover the focused element. */
function useAside(tray: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    const toasts = tray.current;
    if (count === 0 || !toasts) return;
    let frame = 0;
    const look = () => {
      // Don't move them while the user interacts with a toast.
      if (toasts.contains(document.activeElement)) return;
      toasts.removeAttribute('data-aside');
      toasts.toggleAttribute('data-aside', isHidden(document.activeElement, toasts));
    };
    // Check the position now, and again after scrolling into view.
    const lookNext = () => {
      look();
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    lookNext();
    const causes = ['focusin', 'focusout', 'resize'] as const;
    for (const cause of causes) window.addEventListener(cause, lookNext);
    return () => {
      cancelAnimationFrame(frame);
      for (const cause of causes) window.removeEventListener(cause, lookNext);
    };
  }, [tray, count]);
}

/** Hovering or focusing a toast keeps it open. Leaving it starts the extended timeout. A click does nothing. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [duration, setDuration] = useState(toast.durationMs ?? toastTimeoutMs);
  const hold = () => {
    setHeld(true);
    setDuration(toastExtendedTimeoutMs);
  };

  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => toastStore.close(toast.id), duration);
    return () => clearTimeout(timer);
  }, [held, duration, toast.id]);

  const Icon = icons[toast.type];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding is a courtesy to readers, not an action
    <div
      className={classes.toast}
      data-type={toast.type}
      onMouseEnter={hold}
      onMouseLeave={() => setHeld(false)}
      onFocus={hold}
      onBlur={() => setHeld(false)}
    >
      <Icon size={18} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        {toast.title && <div className={classes.title}>{toast.title}</div>}
        <div className={classes.text}>{toast.text}</div>
        {toast.link && (
          <Link to={toast.link.to} onClick={() => toastStore.close(toast.id)}>
            {toast.link.label}
          </Link>
        )}
        {toast.action && (
          <UnstyledButton
            className={classes.action}
            onClick={() => {
              toast.action?.act();
              toastStore.close(toast.id);
            }}
          >
            {toast.action.label}
          </UnstyledButton>
        )}
      </div>
      <CloseButton size={24} aria-label="Close notification" onClick={() => toastStore.close(toast.id)} />
      <div
        className={classes.progress}
        data-testid="toast-progress"
        data-held={held || undefined}
        style={{ animationDuration: `${duration}ms` }}
      />
    </div>
  );
}
