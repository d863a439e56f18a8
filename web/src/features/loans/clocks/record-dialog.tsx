import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, Group, Modal, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { day } from '@/shared/lib/format';
import { DateField } from '@/shared/ui/date-field';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type ActKind, type ClockAct, type LoanClocks, type NewClockAct, useDeadlineChange } from './clocks';
import classes from './deadlines.module.css';
import { texts } from './texts';

type Props = { loanId: number; shown: LoanClocks; onClose: () => void };

const disclosures: readonly ActKind[] = [
  'LoanEstimate',
  'RevisedLoanEstimate',
  'ClosingDisclosure',
  'CorrectedClosingDisclosure',
];
const withManner: readonly ActKind[] = [...disclosures, 'IntentToProceed', 'CounselingList', 'ActionNotice'];
const options = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** Records an event of a loan. The fields depend on the kind of event. */
export default function RecordDialog({ loanId, shown, onClose }: Props) {
  const change = useDeadlineChange(loanId);
  const [act, setAct] = useState<Partial<NewClockAct>>({ kind: proposed(shown), on: shown.today });
  const set = (part: Partial<NewClockAct>) => setAct((before) => ({ ...before, ...part }));
  const { kind = 'LoanEstimate' } = act;
  const fields = change.error instanceof ApiError ? change.error.fields : {};
  const hasOtherError = change.isError && Object.keys(fields).length === 0;
  const validEvents = shown.acts.filter(({ retraction }) => !retraction);
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.mutate(
      { do: 'record', act: { ...act, kind, on: act.on ?? '' } },
      {
        onSuccess: () => {
          toast.success(texts.recorded(texts.kinds[kind]));
          onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.recordTitle}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={save} noValidate>
        <div className={classes.form}>
          <Select
            label={texts.what}
            data={options(texts.kinds)}
            value={kind}
            onChange={(value) => setAct({ kind: value as ActKind, on: act.on ?? shown.today, note: act.note ?? null })}
            allowDeselect={false}
            maxDropdownHeight={320}
            data-autofocus
          />
          <DateField
            label={kind === 'ChangedCircumstance' ? texts.known : texts.on}
            description={texts.onHelp}
            required
            maxDate={shown.today}
            value={act.on ?? null}
            onChange={(on) => set({ on: on ?? '' })}
            error={fields.on}
          />
          {withManner.includes(kind) && (
            <Select
              label={texts.manner}
              placeholder={texts.mannerPlaceholder}
              required
              data={options(texts.manners)}
              value={act.manner ?? null}
              onChange={(value) => set({ manner: value as NewClockAct['manner'] })}
              error={fields.manner}
            />
          )}
          {kind === 'Receipt' && (
            <About
              label={texts.about}
              placeholder={texts.aboutPlaceholder}
              acts={validEvents.filter((given) => disclosures.includes(given.kind))}
              value={act.aboutId}
              onChange={(aboutId) => set({ aboutId })}
              error={fields.aboutId}
            />
          )}
          {kind === 'RevisedLoanEstimate' && (
            <About
              label={texts.answers}
              placeholder={texts.anyCircumstance}
              acts={validEvents.filter((given) => given.kind === 'ChangedCircumstance')}
              value={act.aboutId}
              onChange={(aboutId) => set({ aboutId })}
              error={fields.aboutId}
            />
          )}
          {kind === 'ChangedCircumstance' && <CircumstanceFields act={act} fields={fields} onChange={set} />}
          {kind === 'CorrectedClosingDisclosure' && <CorrectionFields act={act} fields={fields} onChange={set} />}
          <Textarea
            label={texts.note}
            placeholder={texts.notePlaceholder}
            autosize
            minRows={2}
            maxRows={6}
            maxLength={2000}
            value={act.note ?? ''}
            onChange={({ currentTarget }) => set({ note: currentTarget.value || null })}
            error={fields.note}
          />
        </div>
        {hasOtherError && <p role="alert">{change.error?.message}</p>}
        <DialogFoot submit={texts.save} loading={change.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}

type FieldsProps = {
  act: Partial<NewClockAct>;
  /** Error messages by field. */
  fields: Record<string, string>;
  onChange: (part: Partial<NewClockAct>) => void;
};

/** Fields of a changed circumstance. */
function CircumstanceFields({ act, fields, onChange }: FieldsProps) {
  return (
    <>
      <Select
        label={texts.circumstance}
        placeholder={texts.circumstancePlaceholder}
        required
        data={options(texts.circumstances)}
        value={act.circumstance ?? null}
        onChange={(value) => onChange({ circumstance: value as NewClockAct['circumstance'] })}
        error={fields.circumstance}
      />
      <TagsInput
        label={texts.fees}
        placeholder={texts.feesPlaceholder}
        required
        acceptValueOnBlur
        value={act.fees ?? []}
        onChange={(fees) => onChange({ fees })}
        error={fields.fees}
      />
    </>
  );
}

/** Fields that decide whether a corrected Closing Disclosure starts a new waiting period. */
function CorrectionFields({ act, fields, onChange }: FieldsProps) {
  return (
    <>
      <Group grow gap={12} align="flex-start">
        <TextInput
          label={texts.aprBefore}
          placeholder="6.500"
          inputMode="decimal"
          value={act.aprBefore ?? ''}
          onChange={({ currentTarget }) => onChange({ aprBefore: currentTarget.value || null })}
          error={fields.aprBefore}
        />
        <TextInput
          label={texts.aprAfter}
          placeholder="6.750"
          inputMode="decimal"
          value={act.aprAfter ?? ''}
          onChange={({ currentTarget }) => onChange({ aprAfter: currentTarget.value || null })}
          error={fields.aprAfter}
        />
      </Group>
      <Checkbox
        label={texts.isIrregular}
        checked={act.isIrregular ?? false}
        onChange={({ currentTarget }) => onChange({ isIrregular: currentTarget.checked })}
      />
      <Checkbox
        label={texts.productChanged}
        checked={act.productChanged ?? false}
        onChange={({ currentTarget }) => onChange({ productChanged: currentTarget.checked })}
      />
      <Checkbox
        label={texts.penaltyAdded}
        checked={act.prepaymentPenaltyAdded ?? false}
        onChange={({ currentTarget }) => onChange({ prepaymentPenaltyAdded: currentTarget.checked })}
      />
    </>
  );
}

type AboutProps = {
  label: string;
  placeholder: string;
  acts: readonly ClockAct[];
  value: number | null | undefined;
  onChange: (id: number | null) => void;
  error: string | undefined;
};

/** Chooses one of the recorded events. */
function About({ acts, value, onChange, ...field }: AboutProps) {
  return (
    <Select
      {...field}
      data={acts.map(({ id, label, on }) => ({ value: String(id), label: `${label} ${day(on)}` }))}
      value={typeof value === 'number' ? String(value) : null}
      onChange={(id) => onChange(id ? Number(id) : null)}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
    />
  );
}

/** The most likely next event. */
function proposed({ acts, clocks }: LoanClocks): ActKind {
  const has = (kind: ActKind) => acts.some((act) => act.kind === kind && !act.retraction);
  if (!has('LoanEstimate')) return 'LoanEstimate';
  if (clocks.some(({ rule, state }) => rule === 'LoanEstimateTerms' && state === 'Running')) return 'IntentToProceed';
  return has('ClosingDisclosure') ? 'Receipt' : 'ClosingDisclosure';
}
