import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Button, Switch } from '@mantine/core';
import IconBolt from '@tabler/icons-react/dist/esm/icons/IconBolt.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { NameOf } from '@/features/loans/views/filter';
import { useNames } from '@/features/loans/views/filter-chips';
import { day } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { useLookups } from '@/shared/session/lookups';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { EmptyState } from '@/shared/ui/empty-state';
import { ListPanel } from '@/shared/ui/list-panel';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { StateMark } from '@/shared/ui/state-mark';
import { templatesQuery } from '../templates/templates';
import classes from '../templates/templates.module.css';
import { actionsText, conditionsText, type Named, triggerText } from './rule-text';
import { type Rule, rulesQuery, useRuleSwitch } from './rules';
import { texts } from './texts';
import { useRuleFields } from './use-rule-fields';

const RuleDialog = onDemand(() => import('./rule-dialog'));

/** The company's automation rules. */
export function RulesPage() {
  const query = useQuery(rulesQuery);
  const templates = useQuery(templatesQuery);
  const { loanStages } = useLookups();
  const [edited, setEdited] = useState(() => draftOpening<Rule | 'new'>('rule'));
  const stages = loanStages.map(({ id, name }) => ({ id, label: name }));
  const offered = (templates.data?.rows ?? [])
    .filter(({ about }) => about === 'LOAN')
    .map(({ id, title }) => ({ id, label: title }));
  const conditions = (query.data?.rows ?? []).flatMap((rule) => rule.conditions?.conditions ?? []);
  const nameOf = useNames(
    { match: 'all', conditions: conditions.map((one) => ({ ...one, values: one.values ?? [] })) },
    useRuleFields(),
  );
  const columns = useColumns({ stages, offered: templates.data ? offered : null, nameOf, onEdit: setEdited });
  return (
    <SettingsPage
      title={texts.title}
      text={texts.text}
      action={
        <Button leftSection={<IconPlus size={15} />} onClick={() => setEdited('new')}>
          {texts.add}
        </Button>
      }
    >
      <ListPanel isPending={query.isPending}>
        <Loaded query={query}>
          {({ rows }) =>
            rows.length > 0 ? (
              <ListTable label={texts.title} columns={columns} rows={rows} rowKey={({ id }) => id} />
            ) : (
              <EmptyState icon={<IconBolt size={20} />} title={texts.none} text={texts.noneText} />
            )
          }
        </Loaded>
      </ListPanel>
      <Suspense>
        {edited && (
          <RuleDialog
            rule={edited === 'new' ? null : edited}
            stages={stages}
            templates={offered}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </SettingsPage>
  );
}

type ColumnOptions = {
  stages: readonly Named[];
  /** The templates, or null while they load. */
  offered: readonly Named[] | null;
  nameOf: NameOf;
  onEdit: (rule: Rule) => void;
};

/** Columns of the list. Users of a branch can switch company rules off in their branch. */
function useColumns({ stages, offered, nameOf, onEdit }: ColumnOptions): readonly ListColumn<Rule>[] {
  const branch = useActiveUser().WizeOrgUnitId;
  const canManage = usePermission('SETTINGS_MANAGE');
  const change = useRuleSwitch();
  const here: ListColumn<Rule> = {
    key: 'here',
    head: texts.here,
    width: 110,
    cell: (rule) =>
      !rule.orgUnitId &&
      (rule.isLocked ? (
        texts.locked
      ) : (
        <Switch
          aria-label={texts.followed(rule.ruleName)}
          checked={!rule.offOrgUnitIds.includes(branch)}
          onChange={({ currentTarget: { checked } }) => change.mutate({ rule, isOff: !checked })}
        />
      )),
  };
  return [
    {
      key: 'name',
      head: texts.name,
      width: 220,
      cell: (rule) =>
        canManage || rule.orgUnitId === branch ? (
          <button type="button" className={classes.name} onClick={() => onEdit(rule)}>
            {rule.ruleName}
          </button>
        ) : (
          rule.ruleName
        ),
    },
    {
      key: 'does',
      head: texts.does,
      cell: (rule) =>
        texts.inWords(
          triggerText(rule, stages),
          conditionsText(rule, nameOf),
          offered ? actionsText(rule, offered, stages) : '…',
        ),
    },
    { key: 'whose', head: texts.belongsTo, width: 130, cell: ({ orgUnitName }) => orgUnitName ?? texts.company },
    {
      key: 'made',
      head: texts.made,
      width: 100,
      isNumeric: true,
      isHeadFirst: true,
      cell: ({ taskCount }) => taskCount,
    },
    {
      key: 'state',
      head: texts.state,
      width: 150,
      cell: ({ isActive, testUntil }) => (
        <StateMark tone={isActive ? (testUntil ? 'amber' : 'green') : 'gray'}>
          {isActive ? (testUntil ? texts.inTest(day(testUntil)) : texts.on) : texts.off}
        </StateMark>
      ),
    },
    ...(canManage ? [] : [here]),
  ];
}
