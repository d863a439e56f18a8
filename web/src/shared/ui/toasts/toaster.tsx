import { CloseButton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Toast, toastExtendedTimeoutMs, toastStore, toastTimeoutMs } from './toast-store';
import classes from './toaster.module.css';

const icons = { success: IconCircleCheck, error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

/** The toasts of the page, bottom right. Rendered once; they are heard by the announcer. */
export function Toaster() {
  const open = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const tray = useRef<HTMLElement>(null);
  const isAside = useAside(tray, open.length);
  return (
    <section ref={tray} className={classes.tray} data-aside={isAside || undefined} aria-label="Notifications">
      {open.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Toasts hide nothing that has the focus: where they would, they go to the other end of the window. */
function useAside(tray: RefObject<HTMLElement | null>, count: number): boolean {
  const [isAside, setAside] = useState(false);
  useEffect(() => {
    if (count === 0) return;
    let frame = 0;
    const look = () => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || focused.id === 'content') return;
      if (!tray.current || tray.current.contains(focused)) return;
      const toasts = tray.current.getBoundingClientRect();
      const box = focused.getBoundingClientRect();
      const isBeside =
        box.right <= toasts.left || box.left >= toasts.right || box.bottom <= toasts.top || box.top >= toasts.bottom;
      if (!isBeside) setAside((was) => !was);
    };
    // What is focused is scrolled into sight first.
    const lookNext = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    lookNext();
    document.addEventListener('focusin', lookNext);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', lookNext);
    };
  }, [tray, count]);
  return isAside;
}

/** Pointing at a toast, or focusing in it, holds it; leaving it gives it the extended time. A click does nothing. */
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
