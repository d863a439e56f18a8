import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/RadioCard.layer.css';
import '@mantine/core/styles/RadioIndicator.layer.css';
import { Radio } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { FileDrop } from '@/features/imports/file-drop';
import type { ImportFormat } from '@/features/imports/file-rules';
import type { ImportType } from '@/features/imports/import-file';
import { ImportNotes } from '@/features/imports/import-notes';
import type { useImport } from '@/features/imports/use-import';
import { money } from '@/shared/lib/format';
import classes from './create-loan-modal.module.css';
import type { LoanForm } from './loan-form';
import { Section } from './section';
import { texts } from './texts';

const types: readonly ImportType[] = ['ACTIVE_LOAN', 'CLOSED_LOAN'];

/** Asks whether a MISMO file belongs to an active or a closed loan. */
export function ImportTypeSection({ isLocked, onChange }: { isLocked: boolean; onChange: (type: ImportType) => void }) {
  const { watch, formState } = useFormContext<LoanForm>();
  const error = formState.errors.importType?.message;
  return (
    <Radio.Group
      label={texts.importType}
      required
      value={watch('importType') ?? ''}
      onChange={(type) => onChange(type as ImportType)}
      error={error}
      classNames={{ label: classes.groupLabel }}
    >
      <div className={classes.pair}>
        {types.map((type) => (
          <Radio.Card
            key={type}
            value={type}
            disabled={isLocked}
            className={classes.choice}
            aria-invalid={Boolean(error)}
          >
            <Radio.Indicator size="xs" />
            <span>
              <span className={classes.choiceName}>{texts.importTypes[type]}</span>
              <span className={classes.choiceHint}>{texts.importTypeHints[type]}</span>
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

type FileProps = {
  format: ImportFormat;
  file: ReturnType<typeof useImport>;
  disabled: boolean;
  onSeveral?: ((files: File[]) => void) | undefined;
};

/** The file drop area, and notes about the file. */
export function FileSection({ format, file, disabled, onSeveral }: FileProps) {
  const result = file.imported?.result;
  return (
    <Section title={texts.file}>
      <div>
        <FileDrop
          format={format}
          file={file}
          disabled={disabled}
          summary={result && <Summary />}
          onSeveral={onSeveral}
        />
        {result && <ImportNotes result={result} />}
      </div>
    </Section>
  );

  function Summary() {
    const { borrowers, amount, purpose } = result?.loanInfo ?? { borrowers: [], amount: null, purpose: null };
    const names = borrowers.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '));
    return [names.filter(Boolean).join(' and ') || texts.borrowers(borrowers.length), money(amount), purpose]
      .filter(Boolean)
      .join(', ');
  }
}
