import { Button } from '@mantine/core';
import IconChecklist from '@tabler/icons-react/dist/esm/icons/IconChecklist.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { roleName } from '@/features/people/loan-roles';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { EmptyState } from '@/shared/ui/empty-state';
import { ListPanel } from '@/shared/ui/list-panel';
import { type ListColumn, ListTable } from '@/shared/ui/list-table';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { dueText } from './template-text';
import { type Template, templatesQuery } from './templates';
import classes from './templates.module.css';
import { texts } from './texts';

const TemplateDialog = onDemand(() => import('./template-dialog'));

const assigneeText = ({ about, seat }: Template): string => {
  if (about === 'LEAD') return texts.ownerOfLead;
  return seat ? roleName(seat.LoanRole, seat.primary) : texts.nobody;
};

const columnsOf = (onEdit: (template: Template) => void): readonly ListColumn<Template>[] => [
  {
    key: 'title',
    head: texts.name,
    cell: (row) => (
      <button type="button" className={classes.name} onClick={() => onEdit(row)}>
        {row.title}
      </button>
    ),
  },
  { key: 'about', head: texts.about, width: 90, cell: ({ about }) => texts.abouts[about] },
  { key: 'due', head: texts.due, width: 320, cell: dueText },
  { key: 'who', head: texts.seat, width: 170, cell: assigneeText },
];

/** Templates for recurring tasks on loans and leads. */
export function TemplatesPage() {
  const query = useQuery(templatesQuery);
  const [edited, setEdited] = useState(() => draftOpening<Template | 'new'>('template'));
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
              <ListTable label={texts.title} columns={columnsOf(setEdited)} rows={rows} rowKey={({ id }) => id} />
            ) : (
              <EmptyState icon={<IconChecklist size={20} />} title={texts.none} text={texts.noneText} />
            )
          }
        </Loaded>
      </ListPanel>
      <Suspense>
        {edited && (
          <TemplateDialog
            template={edited === 'new' ? null : edited}
            tags={query.data?.tags ?? []}
            onClose={() => setEdited(null)}
          />
        )}
      </Suspense>
    </SettingsPage>
  );
}
