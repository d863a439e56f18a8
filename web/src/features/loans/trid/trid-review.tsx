import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Modal, Select, TextInput, UnstyledButton } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { TridData } from '@/api/types';
import { modalWidths } from '@/shared/lib/constants';
import { isoToday, money } from '@/shared/lib/format';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useLookups } from '@/shared/session/lookups';
import { DateField } from '@/shared/ui/date-field';
import { edited, groupsOf, problemsOf, type ReviewField, reviewOf } from './review';
import { texts } from './texts';
import classes from './trid-review.module.css';

/** Result of the review: the edited items, or that the file should be removed. */
export type Reviewed = { removeFile: true } | { removeFile: false; data: TridData };

type Props = {
  data: TridData;
  /** Null if the review was canceled. */
  onClose: (reviewed: Reviewed | null) => void;
};

/** Reviews the six TRID items of an imported application before the loan is created. */
export default function TridReview({ data, onClose }: Props) {
  const [groups] = useState(() => groupsOf(data));
  const [review, setReview] = useState(() => reviewOf(data));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog below also handles submit events.
    event.stopPropagation();
    const found = problemsOf(groups, review);
    setProblems(found);
    const first = groups.flatMap(({ fields }) => fields).find(({ path }) => found[path]);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first.path)}"]`)?.focus();
    else onClose({ removeFile: false, data: edited(data, review) });
  };
  return (
    <Modal
      opened
      onClose={() => onClose(null)}
      title={texts.title}
      size={modalWidths.large}
      fullScreen={useIsPhone()}
      zIndex={300}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={form} noValidate onSubmit={submit}>
        <p className={classes.text}>{texts.text}</p>
        <div className={classes.groups}>
          {groups.map(({ title, fields, gross }) => (
            <section key={title} className={classes.group} aria-label={title}>
              <h3>{title}</h3>
              <div className={classes.fields}>
                {fields.map((field) => (
                  <Field
                    key={field.path}
                    field={field}
                    of={title}
                    value={review[field.path] ?? ''}
                    error={problems[field.path]}
                    onChange={(value) => setReview((now) => ({ ...now, [field.path]: value }))}
                  />
                ))}
              </div>
              {gross && (
                <p className={classes.gross}>
                  <span>{texts.gross}</span>
                  <span className="tabular">{money(gross(review))}</span>
                </p>
              )}
            </section>
          ))}
        </div>
        <div className={classes.footer}>
          <Button variant="default" onClick={() => onClose({ removeFile: true })}>
            {texts.removeFile}
          </Button>
          <Button variant="default" onClick={() => onClose(null)}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.continue}</Button>
        </div>
      </form>
    </Modal>
  );
}

type FieldProps = {
  field: ReviewField;
  /** The borrower's name, for screen readers. */
  of: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Field({ field: { path, label, kind }, of, value, error, onChange }: FieldProps) {
  const { states, propertyUsages } = useLookups();
  const common = { label, name: path, error };
  if (kind === 'state' || kind === 'usage') {
    const data = kind === 'usage' ? propertyUsages : states.map(({ code, name }) => ({ value: code, label: name }));
    return (
      <Select
        {...common}
        data={data}
        value={value || null}
        searchable={kind === 'state'}
        allowDeselect={false}
        onChange={(choice) => onChange(choice ?? '')}
      />
    );
  }
  if (kind === 'date') {
    return (
      <DateField
        {...common}
        value={value || null}
        maxDate={isoToday()}
        clearable
        onChange={(day) => onChange(day ?? '')}
      />
    );
  }
  if (kind === 'ssn') return <Ssn {...common} of={of} value={value} onChange={onChange} />;
  return (
    <TextInput
      {...common}
      className={kind === 'money' ? classes.money : undefined}
      leftSection={kind === 'money' ? '$' : undefined}
      inputMode={kind === 'text' ? undefined : 'decimal'}
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type SsnProps = {
  label: string;
  name: string;
  of: string;
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

const masked = (digits: string) => `•••-••-${digits.slice(-4)}`;
const grouped = (digits: string) => digits.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');

/** Masked until revealed. Only then it can be edited. */
function Ssn({ of, value, onChange, ...props }: SsnProps) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <TextInput
      {...props}
      autoComplete="off"
      readOnly={!isRevealed}
      value={isRevealed ? grouped(value) : masked(value)}
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 9))}
      rightSectionWidth={64}
      rightSection={
        <UnstyledButton
          className={classes.reveal}
          aria-label={isRevealed ? texts.hideSsn(of) : texts.revealSsn(of)}
          onClick={() => setRevealed(!isRevealed)}
        >
          {isRevealed ? texts.hide : texts.reveal}
        </UnstyledButton>
      }
    />
  );
}
