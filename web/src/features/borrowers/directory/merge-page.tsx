import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Radio, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '@/features/contacts/contacts.module.css';
import { dayOf, phone } from '@/shared/lib/format';
import { AsyncSelect } from '@/shared/ui/async-select';
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

/** Records of one person side by side, and what becomes of them. */
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
  const shown = (text: string, field: MergeField) => (field === 'CellPhone' ? phone(text) : text) || '–';
  return (
    <Panel title={texts.merge.compare} text={texts.merge.compareText}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
      <section className={styles.scroller} aria-label={texts.merge.compare} tabIndex={0}>
        <table className={styles.table} aria-label={texts.merge.compare}>
          <thead>
            <tr>
              <td />
              {records.map((record) => (
                <th key={record.id} scope="col">
                  <Radio
                    name="survivor"
                    label={texts.merge.keep(`${record.FirstName} ${record.LastName}`)}
                    checked={survivor === record.id}
                    onChange={() => setSurvivor(record.id)}
                  />
                  <span className={styles.hint}>
                    {texts.merge.facts(record.loans.length + record.loansOutside, dayOf(record.updatedAt))}
                  </span>
                </th>
              ))}
              <th scope="col">{texts.merge.result}</th>
            </tr>
          </thead>
          <tbody>
            {mergeFields.map((field) => (
              <tr key={field}>
                <th scope="row">{texts.merge.fields[field]}</th>
                {records.map((record) => (
                  <td key={record.id}>
                    {isDifferent(preview, field) ? (
                      <Radio
                        name={field}
                        label={shown(textOf(record, field), field)}
                        aria-label={texts.merge.take(texts.merge.fields[field], shown(textOf(record, field), field))}
                        checked={(chosen[field] ?? defaultChoice(preview, field)) === record.id}
                        onChange={() => setChosen({ ...chosen, [field]: record.id })}
                      />
                    ) : (
                      shown(textOf(record, field), field)
                    )}
                  </td>
                ))}
                <td className={styles.result}>
                  {shown(textOf({ ...preview.values, ...values } as Preview['values'], field), field)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
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
