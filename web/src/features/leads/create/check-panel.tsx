import type { LeadChecked } from '@/api/types';
import type { KnownPerson, TypedPerson } from '@/features/borrowers/known/known';
import { KnownList } from '@/features/borrowers/known/known-list';
import { WarningNote } from '@/shared/ui/warning-note';
import classes from './add-lead-modal.module.css';
import { texts } from './texts';

type Props = { checked: LeadChecked; typed: TypedPerson | null; onAdd: (person: KnownPerson) => void };

/** Warnings about the lead before it is saved. None of them prevents saving. */
export function CheckPanel({ checked, typed, onAdd }: Props) {
  const { warnings, duplicates, outside } = checked;
  const count = duplicates.length + outside.length;
  return (
    <aside className={classes.aside}>
      <section aria-label={texts.warnings} role="status">
        {warnings.map(({ code, text, tooltip }) => (
          <WarningNote key={code} text={text} tooltip={tooltip} />
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
