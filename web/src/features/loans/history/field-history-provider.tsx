import { UnstyledButton } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { createContext, type ReactNode, Suspense, use, useCallback, useEffect, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import classes from './history.module.css';
import { texts } from './texts';
import { labelOf } from './value-text';

const FieldHistory = onDemand(() => import('./field-history'));

type OpenFieldHistory = (path: string, label: string) => void;

/** Nothing outside a loan's page. */
const Context = createContext<OpenFieldHistory | null>(null);

/** Opens the history of a field of the loan that the page shows. */
export const useOpenFieldHistory = (): OpenFieldHistory | null => use(Context);

/** The field that has the focus: a control of the form, whose id names its path, or an entry of a list. */
function focusedField(): { path: string; label: string } | null {
  const focused = document.activeElement;
  const entry = focused?.closest<HTMLElement>('[data-field-path]');
  const path = entry?.dataset.fieldPath ?? /^field:([^:]+)/.exec(focused?.id ?? '')?.[1];
  if (!path) return null;
  const label = entry?.dataset.fieldLabel ?? focused?.closest('fieldset')?.querySelector('legend')?.textContent;
  const own = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : undefined;
  const isOfGroup = focused instanceof HTMLInputElement && ['radio', 'checkbox'].includes(focused.type);
  return { path, label: (isOfGroup ? label : (own ?? label)) || labelOf(path) };
}

/** Shows the history of fields within a loan's page. Alt+H opens it for the focused field. */
export function FieldHistoryProvider({ loanId, children }: { loanId: number; children: ReactNode }) {
  const [shown, setShown] = useState<{ path: string; label: string } | null>(null);
  const open = useCallback<OpenFieldHistory>((path, label) => setShown({ path, label }), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // On a Mac, Alt makes another letter of it.
      if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyH') return;
      const field = focusedField();
      if (!field) return;
      event.preventDefault();
      open(field.path, field.label);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);
  return (
    <Context value={open}>
      {children}
      <Suspense>{shown && <FieldHistory {...shown} loanId={loanId} onClose={() => setShown(null)} />}</Suspense>
    </Context>
  );
}

type ClockProps = { path: string; label: string };

/** The clock of an entry in a list of changes. */
export function FieldHistoryButton(props: ClockProps) {
  return <Clock {...props} className={classes.clock} />;
}

/** The clock on a field of the form. It appears with the pointer or the focus; Alt+H does the same by keyboard. */
export function FieldClock(props: ClockProps) {
  return <Clock {...props} className={`${classes.clock} ${classes.onField}`} tabIndex={-1} />;
}

function Clock({ path, label, ...props }: ClockProps & { className: string | undefined; tabIndex?: number }) {
  const open = useOpenFieldHistory();
  if (!open) return null;
  return (
    <UnstyledButton
      {...props}
      aria-label={texts.historyOf(label)}
      title={`${texts.open} (Alt+H)`}
      onClick={() => open(path, label)}
    >
      <IconHistory size={14} aria-hidden />
    </UnstyledButton>
  );
}
