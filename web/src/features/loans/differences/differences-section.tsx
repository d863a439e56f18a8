import '@mantine/core/styles/SegmentedControl.layer.css';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { Loaded } from '@/shared/ui/panel';
import type { LoanForm } from '../create/loan-form';
import { Section } from '../create/section';
import { type Choice, differenceText, fieldLabel, type ImportDifferences, keyOf } from './difference-text';
import { differencesQuery } from './differences';
import classes from './differences.module.css';
import { texts } from './texts';

const options = (['File', 'Keyturn', 'Later'] as const).map((value) => ({ value, label: texts.choices[value] }));

type Props = { fileId: string; loanId: number | null };

/** Differences between the file's borrowers and existing records. The user decides about each. */
export default function DifferencesSection({ fileId, loanId }: Props) {
  const differences = useQuery(differencesQuery(fileId, loanId));
  if (differences.data?.borrowers.length === 0) return null;
  return (
    <Section title={texts.title}>
      <Loaded query={differences}>{(found) => <Borrowers {...found} />}</Loaded>
    </Section>
  );
}

function Borrowers({ borrowers }: ImportDifferences) {
  const { watch, setValue } = useFormContext<LoanForm>();
  const choices = watch('choices');
  const choose = (key: string, choice: string) =>
    setValue('choices', { ...choices, [key]: choice as Choice }, { shouldDirty: true });
  return (
    <>
      {borrowers.map(({ borrower, borrowerId, knownName, differences }) => (
        <div key={borrower} className={classes.borrower}>
          <p className={classes.who}>
            {texts.compared(knownName, borrowerId)}
            {differences.length === 0 && <span className={classes.quiet}>{texts.same}</span>}
          </p>
          {differences.length > 0 && (
            <ul className={classes.list} aria-label={texts.title}>
              {differences.map((difference) => {
                const key = keyOf(borrower, difference.path);
                const label = fieldLabel(difference.path);
                return (
                  <li key={key}>
                    <span className={classes.label}>{label}</span>
                    <span className={classes.said}>{differenceText(difference)}</span>
                    <SegmentedControl
                      className={classes.choice}
                      size="xs"
                      aria-label={label}
                      data={options}
                      value={choices[key] ?? difference.default}
                      onChange={(choice) => choose(key, choice)}
                    />
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      ))}
      <p className={classes.quiet}>{texts.hint}</p>
    </>
  );
}
