import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Lead } from '@/api/types';
import { useDraft } from '@/shared/lib/use-draft';
import { useKeys } from '@/shared/lib/use-keys';
import { DateField } from '@/shared/ui/date-field';
import { NoteField } from '@/shared/ui/note/note-field';
import { leadConfigQuery } from '../create/lead-lookups';
import { proposedFollowUp } from './follow-up';
import classes from './lead-page.module.css';
import { type Activity, useLeadChange } from './lead-work';
import { texts } from './texts';

type Kind = 'NOTE' | Activity['kind'];

/** Logs a note or a call with outcome and next follow-up. */
export function LogForm({ lead }: { lead: Lead }) {
  const config = useQuery(leadConfigQuery);
  const work = useLeadChange(lead);
  const [kind, setKind] = useState<Kind>('NOTE');
  const [note, setNote] = useState('');
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<string | null>(null);
  const [followUp, setFollowUp] = useState<string | null>(null);
  const [key, setKey] = useState(() => crypto.randomUUID());
  const field = useRef<HTMLInputElement>(null);
  useDraft(
    `lead ${lead.id} log`,
    () => (note || text || outcome ? { kind, note, text, outcome, followUp } : undefined),
    (typed) => {
      setKind(typed.kind);
      setNote(typed.note);
      setText(typed.text);
      setOutcome(typed.outcome);
      setFollowUp(typed.followUp);
      setKey(crypto.randomUUID());
    },
  );
  useCallKey(kind, setKind, field);
  const outcomes = config.data?.contactOutcomes ?? [];
  const chooseOutcome = (id: string | null) => {
    setOutcome(id);
    const proposed = proposedFollowUp(outcomes.find((entry) => String(entry.id) === id)?.kind);
    if (proposed) setFollowUp(proposed);
  };
  const isEmpty = kind === 'NOTE' ? note === '' : text.trim() === '' && outcome === null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty) return;
    const activity = { outcomeId: outcome ? Number(outcome) : null, summary: text.trim(), nextFollowUpOn: followUp };
    work.mutate(
      kind === 'NOTE' ? { act: 'note', text: note, key } : { act: 'activity', activity: { kind, ...activity }, key },
      {
        onSuccess: () => {
          setNote('');
          setText('');
          setOutcome(null);
          setFollowUp(null);
          setKey(crypto.randomUUID());
        },
      },
    );
  };
  return (
    <form className={classes.log} onSubmit={save}>
      <SegmentedControl
        aria-label={texts.logKind}
        className={classes.kinds}
        data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      {kind === 'NOTE' ? (
        <NoteField key={key} label={texts.note} placeholder={texts.notePlaceholder} value={note} onChange={setNote} />
      ) : (
        <div className={classes.line}>
          <TextInput
            ref={field}
            label={texts.summary}
            maxLength={500}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Select
            label={texts.outcome}
            data={outcomes.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={outcome}
            onChange={chooseOutcome}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.outcome}` }}
          />
          <DateField
            label={texts.followUp}
            value={followUp}
            onChange={setFollowUp}
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.followUp}` }}
          />
        </div>
      )}
      {work.isError && <p role="alert">{work.error.message}</p>}
      <Button type="submit" loading={work.isPending} disabled={isEmpty} className={classes.save}>
        {kind === 'NOTE' ? texts.addNote : texts.log}
      </Button>
    </form>
  );
}

/** Opens the call form by the key C and focuses its first field. */
function useCallKey(kind: Kind, setKind: (kind: Kind) => void, field: RefObject<HTMLInputElement | null>): void {
  const isOpenedByKey = useRef(false);
  useKeys([
    {
      bound: 'C',
      act: () => {
        isOpenedByKey.current = true;
        setKind('CALL');
        field.current?.focus();
      },
    },
  ]);
  // The call form has another field than the note form.
  useEffect(() => {
    if (isOpenedByKey.current && kind === 'CALL') field.current?.focus();
    isOpenedByKey.current = false;
  }, [kind, field]);
}
