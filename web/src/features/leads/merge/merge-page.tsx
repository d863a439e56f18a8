import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '@/features/contacts/contacts.module.css';
import { dayOf } from '@/shared/lib/format';
import { CompareTable } from '@/shared/ui/compare-table';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import {
  choiceOf,
  choicesOf,
  fieldTexts,
  type MergeField,
  mergeFields,
  type Preview,
  previewQuery,
  resultOf,
  sourceOf,
  useMerge,
} from './merge';
import styles from './merge.module.css';
import { texts } from './texts';

/** Compares leads of one person side by side and merges them. */
export function MergePage({ ids }: { ids: readonly number[] }) {
  const preview = useQuery(previewQuery(ids));
  return (
    <div className={classes.page}>
      <div>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={classes.lead}>{ids.length > 1 ? texts.text : texts.none}</p>
      </div>
      {ids.length > 1 && <Loaded query={preview}>{(found) => <Compare key={ids.join()} preview={found} />}</Loaded>}
    </div>
  );
}

function Compare({ preview }: { preview: Preview }) {
  const navigate = useNavigate();
  const merge = useMerge();
  const [kept, setKept] = useState(preview.keptId);
  const [chosen, setChosen] = useState<Partial<Record<MergeField, number>>>({});
  const { leads, isConverted, refusal } = preview;
  const source = leads.find(({ id }) => id === preview.sourceId);
  const open = (id: number) => void navigate({ to: '/app/leads/$leadId', params: { leadId: id } });
  const send = () =>
    merge.mutate(
      { keptId: kept, ids: leads.map(({ id }) => id), choices: choicesOf(preview, chosen) },
      {
        onSuccess: () => {
          toast.success(texts.done);
          open(kept);
        },
      },
    );
  const rows = mergeFields.map((field) => ({
    key: field,
    label: texts.fields[field],
    texts: fieldTexts(preview, field),
    chosen: choiceOf(preview, chosen, field),
    result: resultOf(preview, chosen, field),
  }));
  return (
    <Panel title={texts.compare} text={isConverted ? texts.converted : texts.compareText}>
      <CompareTable
        label={texts.compare}
        result={texts.result}
        records={leads.map((lead) => ({
          id: lead.id,
          keep: texts.keep(lead.id, lead.name),
          hint: texts.cameIn(dayOf(lead.createdAt)),
        }))}
        kept={kept}
        isKeptFixed={isConverted}
        rows={[
          ...rows,
          {
            key: 'source',
            label: texts.source,
            texts: leads.map(sourceOf),
            chosen: null,
            result: source ? sourceOf(source) : '',
          },
        ]}
        onKeep={setKept}
        onChoose={(field, id) => setChosen({ ...chosen, [field]: id })}
      />
      <p className={styles.note}>{texts.sourceText}</p>
      {(refusal || merge.isError) && (
        <p role="alert" className={styles.refusal}>
          {refusal ?? merge.error?.message}
        </p>
      )}
      <div className={styles.foot}>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/app/leads/$leadId" params={{ leadId: kept }} />}
        >
          {texts.cancel}
        </Button>
        <Button loading={merge.isPending} disabled={Boolean(refusal)} onClick={send}>
          {texts.join(leads.length)}
        </Button>
      </div>
    </Panel>
  );
}
