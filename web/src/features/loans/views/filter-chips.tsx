import { Button, CloseButton, Popover } from '@mantine/core';
import IconFilterPlus from '@tabler/icons-react/dist/esm/icons/IconFilterPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMembers } from '@/features/people/officers';
import { onDemand } from '@/shared/lib/on-demand';
import { useLookups } from '@/shared/session/lookups';
import { useLenders } from '../lenders';
import {
  type Condition,
  described,
  type Field,
  type Filter,
  fieldOf,
  type Group,
  isGroup,
  type Match,
  type NameOf,
  type Offered,
  offeredByPipeline,
  readFilter,
  replaced,
  withCondition,
  written,
} from './filter';
import { texts } from './texts';
import classes from './view-bar.module.css';

const ConditionForm = onDemand(() => import('./condition-form'));

type Props = {
  filter: string | undefined;
  /** Fields other than the pipeline's. These filters have no groups. */
  offered?: Offered;
  addLabel?: string;
  onChange: (filter: string | undefined) => void;
};

/** A filter's conditions as chips. A press edits or removes one, and a button adds one. */
export function FilterChips({
  filter: kept,
  offered = offeredByPipeline,
  addLabel = texts.addFilter,
  onChange,
}: Props) {
  const filter = readFilter(kept);
  const nameOf = useNames(filter, offered);
  const [isAdding, setAdding] = useState(false);
  const change = (next: Filter) => onChange(written(next));
  const chip = (condition: Condition) => (
    <Chip
      key={JSON.stringify(condition)}
      condition={condition}
      offered={offered}
      nameOf={nameOf}
      onChange={(to) => change(replaced(filter, condition, to))}
    />
  );
  return (
    <div className={classes.filter}>
      <Popover opened={isAdding} onChange={setAdding} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            leftSection={<IconFilterPlus size={15} />}
            aria-expanded={isAdding}
            onMouseEnter={ConditionForm.ready}
            onFocus={ConditionForm.ready}
            onClick={async () => {
              await ConditionForm.ready();
              setAdding((before) => !before);
            }}
          >
            {addLabel}
          </Button>
        </Popover.Target>
        <Popover.Dropdown className={classes.editor} aria-label={addLabel}>
          <ConditionForm
            offered={offered}
            mayGroup={offered === offeredByPipeline && filter.conditions.length > 0}
            onDone={(condition, isInGroup) => {
              setAdding(false);
              change(withCondition(filter, condition, isInGroup));
            }}
          />
        </Popover.Dropdown>
      </Popover>
      {filter.conditions.length > 0 && (
        <ul className={classes.chips} aria-label={texts.filters}>
          {filter.conditions.length > 1 && (
            <li>
              <MatchButton match={filter.match} onChange={(match) => change({ ...filter, match })} />
            </li>
          )}
          {filter.conditions.map((part) =>
            isGroup(part) ? (
              <li key="group" className={classes.group}>
                <MatchButton
                  match={part.match}
                  onChange={(match) => change({ ...filter, conditions: withGroup(filter, { ...part, match }) })}
                />
                <ul className={classes.chips}>{part.conditions.map(chip)}</ul>
              </li>
            ) : (
              chip(part)
            ),
          )}
          <li>
            <Button variant="subtle" color="gray" onClick={() => onChange(undefined)}>
              {texts.clear}
            </Button>
          </li>
        </ul>
      )}
    </div>
  );
}

const withGroup = (filter: Filter, group: Group) => filter.conditions.map((part) => (isGroup(part) ? group : part));

const MatchButton = ({ match, onChange }: { match: Match; onChange: (match: Match) => void }) => (
  <button
    type="button"
    className={classes.match}
    aria-label={`${texts.matchOf}: ${texts.matches[match]}`}
    onClick={() => onChange(match === 'all' ? 'any' : 'all')}
  >
    {texts.matches[match]}
  </button>
);

type ChipProps = {
  condition: Condition;
  offered: Offered;
  nameOf: NameOf;
  onChange: (to: Condition | null) => void;
};

function Chip({ condition, offered, nameOf, onChange }: ChipProps) {
  const [isOpen, setOpen] = useState(false);
  const label = fieldOf(condition.field, offered.fields)?.label ?? condition.field;
  const description = described(condition, nameOf, offered.fields);
  return (
    <li className={classes.chip}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <button
            type="button"
            aria-label={`${label}: ${description}`}
            aria-expanded={isOpen}
            onMouseEnter={ConditionForm.ready}
            onFocus={ConditionForm.ready}
            onClick={async () => {
              await ConditionForm.ready();
              setOpen((before) => !before);
            }}
          >
            <span className={classes.field}>{label}</span>
            <span aria-hidden>·</span>
            <span>{description}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.editor}>
          <ConditionForm
            offered={offered}
            condition={condition}
            onDone={(to) => {
              setOpen(false);
              onChange(to);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size={24} iconSize={14} aria-label={texts.remove(label)} onClick={() => onChange(null)} />
    </li>
  );
}

/** Names of the ids in a filter. */
export function useNames(filter: Filter, { fields, choices }: Offered): NameOf {
  const { loanStages } = useLookups();
  const asked = filter.conditions.flatMap((part) => (isGroup(part) ? part.conditions : [part]));
  const usesKind = (kind: Field['kind']) => asked.some(({ field }) => fieldOf(field, fields)?.kind === kind);
  const members = useQuery({
    queryKey: ['users', 'named'],
    queryFn: ({ signal }) =>
      loadMembers(['ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR'])({ string: '', offset: 0, limit: 100 }, signal),
    enabled: usesKind('member'),
    staleTime: 300_000,
    meta: { quiet: true },
  }).data;
  const lenders = useLenders(usesKind('lender'));
  return ({ name, kind }, value) => {
    if (kind === 'choice') return choices[name]?.find((choice) => choice.value === value)?.label;
    if (kind === 'stage') return loanStages.find(({ id }) => String(id) === value)?.name;
    if (kind === 'lender') return lenders?.find(({ id }) => String(id) === value)?.name;
    return members?.options.find(({ id }) => String(id) === value)?.label;
  };
}
