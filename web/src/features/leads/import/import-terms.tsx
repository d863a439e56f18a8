import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { integer } from '@/shared/lib/format';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { useActiveUser } from '@/shared/session/me';
import { AsyncSelect } from '@/shared/ui/async-select';
import { Panel } from '@/shared/ui/panel';
import type { OwnerOption } from '../create/lead-form';
import { leadProvidersQuery, loadOwners, ownOwner } from '../create/lead-lookups';
import classes from './import.module.css';
import { type NewLeadImport, type Terms, useStart } from './import-calls';
import { type Chosen, chosenOf, type Holds, holds, mappingOf, problemOf } from './mapping';
import { texts } from './texts';

type Props = { read: NewLeadImport; onDone: () => void };

/** The mapping of columns, with sample rows, and the settings of the import. */
export function ImportTerms({ read, onDone }: Props) {
  const user = useActiveUser();
  const start = useStart(read.id);
  const [chosen, setChosen] = useState<Chosen>(() => chosenOf(read.head, read.mapping));
  const [owner, setOwner] = useState<OwnerOption | null>(() => ownOwner(user));
  const [rule, setRule] = useState<Terms['rule']>('HOLD');
  const [purpose, setPurpose] = useState<Terms['purpose']>('Purchase');
  const [source, setSource] = useState<string | null>(null);
  const [provider, setProvider] = useState<string | null>(null);
  const sources = useQuery(leadSourcesQuery);
  const providers = useQuery(leadProvidersQuery);
  const problem = problemOf(chosen);
  const rows = integer(read.rowCount);
  // No column contains the referral contact, so sources that need one aren't offered.
  const offered = (sources.data ?? []).filter(
    ({ type }) => !['BUSINESS_CONTACT', 'INTERNAL_CONTACT', 'OTHER'].includes(type),
  );
  const begin = () => {
    if (!owner || problem) return;
    const terms: Terms = {
      mapping: mappingOf(chosen),
      rule,
      owner: { WizeUserId: owner.userId, WizeOrgUnitId: owner.orgUnitId, isPrimary: true },
      purpose,
      source: source ? Number(source) : null,
      provider: provider ? Number(provider) : null,
    };
    start.mutate(terms, { onSuccess: onDone });
  };
  return (
    <>
      <Panel title={texts.fileTitle(read.fileName, rows)} text={texts.columnsText}>
        <Problem text={problem} />
        <Sample read={read} chosen={chosen} onChange={setChosen} />
      </Panel>
      <Panel title={texts.terms}>
        <div className={classes.fields}>
          <AsyncSelect
            label={texts.owner}
            name={texts.owner}
            required
            queryKey={['users', 'lead-owners']}
            load={loadOwners}
            value={owner}
            onChange={setOwner}
          />
          <Select
            label={texts.rule}
            data={Object.entries(texts.rules).map(([value, label]) => ({ value, label }))}
            value={rule}
            onChange={(value) => setRule((value ?? 'HOLD') as Terms['rule'])}
            allowDeselect={false}
          />
          <Select
            label={texts.source}
            placeholder={texts.none}
            data={choices(offered)}
            value={source}
            onChange={setSource}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.source}` }}
          />
          <Select
            label={texts.provider}
            placeholder={texts.none}
            data={choices(providers.data)}
            value={provider}
            onChange={setProvider}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': `Clear ${texts.provider}` }}
          />
          <Select
            label={texts.purpose}
            data={['Purchase', 'Refinance']}
            value={purpose}
            onChange={(value) => setPurpose((value ?? 'Purchase') as Terms['purpose'])}
            allowDeselect={false}
          />
        </div>
        <Problem text={start.error?.message ?? null} />
        <Group gap={8} mt={16}>
          <Button disabled={!owner || problem !== null} loading={start.isPending} onClick={begin}>
            {texts.start(rows)}
          </Button>
          <Button variant="default" disabled={start.isPending} onClick={onDone}>
            {texts.cancel}
          </Button>
        </Group>
      </Panel>
    </>
  );
}

const choices = (list: readonly { id: number; name: string }[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

const Problem = ({ text }: { text: string | null }) =>
  text && (
    <p role="alert" className={classes.problem}>
      {text}
    </p>
  );

type SampleProps = { read: NewLeadImport; chosen: Chosen; onChange: (chosen: Chosen) => void };

/** The first rows, with a picker above each column. */
function Sample({ read, chosen, onChange }: SampleProps) {
  const choose = (at: number, column: string | null) =>
    onChange(chosen.map((before, place) => (place === at ? (column as Holds | null) : before)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={classes.scroller} aria-label={texts.sample} tabIndex={0}>
      <table className={classes.sample} aria-label={texts.sample}>
        <thead>
          <tr>
            <th scope="col" className={classes.number}>
              {texts.row}
            </th>
            {read.head.map((head, at) => (
              <th key={head} scope="col">
                <span title={head}>{head}</span>
                <Select
                  size="xs"
                  aria-label={texts.columnOf(head)}
                  placeholder={texts.leaveOut}
                  data={holds.map((column) => ({ value: column, label: texts.holds[column] }))}
                  value={chosen[at] ?? null}
                  onChange={(column) => choose(at, column)}
                  clearable
                  clearButtonProps={{ 'aria-label': `${texts.leaveOut}: ${head}` }}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {read.sample.map(({ number, cells }) => (
            <tr key={number}>
              <td className={classes.number}>{number}</td>
              {read.head.map((head, at) => (
                <td key={head} data-out={!chosen[at] || undefined} title={cells[at]}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
