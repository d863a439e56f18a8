import { CloseButton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Toast, toastExtendedTimeoutMs, toastStore, toastTimeoutMs } from './toast-store';
import classes from './toaster.module.css';

const icons = { success: IconCircleCheck, error: IconCircleX, warning: IconAlertTriangle, info: IconInfoCircle };

/** The toasts of the page, bottom right. Rendered once. */
export function Toaster() {
  const open = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  return (
    <section className={classes.tray} aria-label="Notifications" aria-live="polite" aria-relevant="additions">
      {open.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

/** Pointing at a toast, or focusing in it, holds it; leaving it gives it the extended time. A click does nothing. */
function ToastCard({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const [duration, setDuration] = useState(toastTimeoutMs);
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
      <div role={toast.type === 'error' ? 'alert' : undefined} className={classes.body}>
        {toast.title && <div className={classes.title}>{toast.title}</div>}
        <div>{toast.text}</div>
      </div>
      <CloseButton size="sm" aria-label="Close notification" onClick={() => toastStore.close(toast.id)} />
      <div
        className={classes.progress}
        data-testid="toast-progress"
        data-held={held || undefined}
        style={{ animationDuration: `${duration}ms` }}
      />
    </div>
  );
}
