import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { LeadChecked } from '@/api/types';
import type { KnownPerson, TypedPerson } from '@/features/borrowers/known/known';
import { KnownList } from '@/features/borrowers/known/known-list';
import classes from './add-lead-modal.module.css';
import { texts } from './texts';

type Props = { checked: LeadChecked; typed: TypedPerson | null; onAdd: (person: KnownPerson) => void };

/** What is to be said of the lead before it is saved. Nothing of it keeps anybody from saving. */
export function CheckPanel({ checked, typed, onAdd }: Props) {
  const { warnings, duplicates, outside } = checked;
  const count = duplicates.length + outside.length;
  return (
    <aside className={classes.aside}>
      <section aria-label={texts.warnings} role="status">
        {warnings.map((warning) => (
          <Warning key={warning.code} warning={warning} />
        ))}
      </section>
      <section aria-labelledby="lead-duplicates">
        <h3 id="lead-duplicates">{texts.duplicates}</h3>
        <p className={classes.count} role="status">
          {count > 0 && texts.duplicatesFound(count)}
        </p>
        {count === 0 && <p className={classes.hint}>{texts.duplicatesHint}</p>}
        <KnownList rows={duplicates} outside={outside} typed={typed} onAdd={onAdd} addable={['lead']} />
      </section>
    </aside>
  );
}

function Warning({ warning }: { warning: LeadChecked['warnings'][number] }) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle size={15} aria-hidden />
      {warning.tooltip ? (
        <Tooltip label={warning.tooltip} events={{ hover: true, focus: true, touch: true }}>
          <button type="button">{warning.text}</button>
        </Tooltip>
      ) : (
        <span>{warning.text}</span>
      )}
    </div>
  );
}
