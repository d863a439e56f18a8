import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { usePermission } from '@/shared/session/me';
import { Loaded, Panel } from '@/shared/ui/panel';
import { openNewTask } from './open-task';
import { TaskItems } from './task-items';
import { type About, tasksAboutQuery } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

const FromTemplatesDialog = onDemand(() => import('./templates/from-templates-dialog'));

type Props = { about: About; name: string };

/** Open and done tasks of a loan or a lead. */
export default function TasksPanel({ about, name }: Props) {
  const maySee = usePermission('TASK_VIEW');
  return maySee ? <Shown about={about} name={name} /> : null;
}

function Shown({ about, name }: Props) {
  const [choosesTemplates, setChoosesTemplates] = useState(false);
  const [showsDone, setShowsDone] = useState(false);
  const open = useQuery(tasksAboutQuery(about, 'TODO'));
  const done = useQuery(tasksAboutQuery(about, 'DONE'));
  const add = (
    <Group gap={8}>
      <Button variant="default" onClick={() => setChoosesTemplates(true)}>
        {texts.fromTemplates}
      </Button>
      <Button variant="default" onClick={() => openNewTask({ about, aboutName: name })}>
        {texts.panelAdd}
      </Button>
    </Group>
  );
  const doneRows = done.data?.rows ?? [];
  return (
    <Panel title={texts.panel} action={add}>
      <Loaded query={open}>
        {({ rows }) =>
          rows && rows.length > 0 ? (
            <TaskItems label={texts.panel} tasks={rows} />
          ) : (
            <p className={classes.none}>{texts.noneHere}</p>
          )
        }
      </Loaded>
      {doneRows.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="compact-xs"
            className={classes.more ?? ''}
            aria-expanded={showsDone}
            onClick={() => setShowsDone(!showsDone)}
          >
            {texts.showDone(doneRows.length)}
          </Button>
          {showsDone && <TaskItems label={texts.statuses.DONE} tasks={doneRows} />}
        </>
      )}
      <Suspense>
        {choosesTemplates && (
          <FromTemplatesDialog about={about} name={name} onClose={() => setChoosesTemplates(false)} />
        )}
      </Suspense>
    </Panel>
  );
}
