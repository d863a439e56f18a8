import '@mantine/core/styles/Combobox.layer.css';
import { Button, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '@/features/contacts/contacts.module.css';
import { dayOf, phone } from '@/shared/lib/format';
import { AsyncSelect } from '@/shared/ui/async-select';
import { CompareTable } from '@/shared/ui/compare-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { loadFamily } from './borrowers';
import {
  defaultChoice,
  isDifferent,
  type MergeField,
  mergeFields,
  type Preview,
  previewQuery,
  textOf,
  useMerge,
  valuesOf,
} from './merge';
import styles from './merge.module.css';
import { texts } from './texts';

const recordsMax = 5;

/** Compares records of one person side by side and merges them. */
export function MergePage({ ids }: { ids: readonly number[] }) {
  const navigate = useNavigate();
  const preview = useQuery(previewQuery(ids));
  const add = (id: number) => void navigate({ to: '/app/borrowers/merge', search: { ids: [...ids, id].join(',') } });
  return (
    <div className={classes.page}>
      <div>
        <h1 className={styles.title}>{texts.merge.title}</h1>
        <p className={classes.quiet}>{texts.merge.text}</p>
      </div>
      {ids.length < recordsMax && (
        <div className={styles.add}>
          <AsyncSelect
            label={texts.merge.add}
            name={texts.merge.add}
            placeholder={texts.choosePerson}
            queryKey={['borrowers', 'merge-options']}
            load={loadFamily}
            value={null}
            onChange={(option) => option && !ids.includes(option.id) && add(option.id)}
          />
        </div>
      )}
      {ids.length > 1 && (
        <Loaded query={preview}>{(found) => <Compare key={ids.join()} preview={found} ids={ids} />}</Loaded>
      )}
    </div>
  );
}

function Compare({ preview, ids }: { preview: Preview; ids: readonly number[] }) {
  const navigate = useNavigate();
  const merge = useMerge();
  const [survivor, setSurvivor] = useState(preview.survivorId);
  const [chosen, setChosen] = useState<Partial<Record<MergeField, number>>>({});
  const [reason, setReason] = useState('');
  const values = valuesOf(preview, chosen);
  const { needsReason, mayGiveReason, records } = preview;
  const open = (id: number) => void navigate({ to: '/app/borrowers/$borrowerId', params: { borrowerId: id } });
  const send = () =>
    merge.mutate(
      { survivorId: survivor, ids: [...ids], values, reason: reason.trim() || null },
      {
        onSuccess: () => {
          toast.success(texts.merge.done);
          open(survivor);
        },
      },
    );
  const shown = (text: string, field: MergeField) => (field === 'CellPhone' ? phone(text) : text);
  return (
    <Panel title={texts.merge.compare} text={texts.merge.compareText}>
      <CompareTable
        label={texts.merge.compare}
        result={texts.merge.result}
        records={records.map((record) => ({
          id: record.id,
          keep: texts.merge.keep(`${record.FirstName} ${record.LastName}`),
          hint: texts.merge.facts(record.loans.length + record.loansOutside, dayOf(record.updatedAt)),
        }))}
        kept={survivor}
        rows={mergeFields.map((field) => ({
          key: field,
          label: texts.merge.fields[field],
          texts: records.map((record) => shown(textOf(record, field), field)),
          chosen: isDifferent(preview, field) ? (chosen[field] ?? defaultChoice(preview, field)) : null,
          result: shown(textOf({ ...preview.values, ...values } as Preview['values'], field), field),
        }))}
        onKeep={setSurvivor}
        onChoose={(field, id) => setChosen({ ...chosen, [field]: id })}
      />
      {needsReason && (
        <div className={styles.reason}>
          <p role="alert">{mayGiveReason ? texts.merge.different : texts.merge.onlyAdmin}</p>
          {mayGiveReason && (
            <Textarea
              label={texts.merge.reason}
              required
              maxLength={500}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </div>
      )}
      {merge.isError && <p role="alert">{merge.error.message}</p>}
      <div className={`${classes.actions} ${styles.foot}`}>
        <Button variant="default" onClick={() => open(survivor)}>
          {texts.cancel}
        </Button>
        <Button loading={merge.isPending} disabled={needsReason && (!mayGiveReason || !reason.trim())} onClick={send}>
          {texts.merge.merge(records.length)}
        </Button>
      </div>
    </Panel>
  );
}
