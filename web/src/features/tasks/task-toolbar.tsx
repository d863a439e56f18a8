import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, SegmentedControl, Select } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconLayoutKanban from '@tabler/icons-react/dist/esm/icons/IconLayoutKanban.mjs';
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { FilterInput } from '@/shared/ui/filter-input';
import classes from '@/shared/ui/list-page.module.css';
import { openNewTask } from './open-task';
import type { Layout, TaskSearch, View } from './task-search';
import { viewOf, views } from './task-search';
import own from './tasks.module.css';
import { texts } from './texts';

const icons = { list: IconList, board: IconLayoutKanban, calendar: IconCalendar } as const;

type Props = { search: TaskSearch; layout: Layout; onChange: (change: Partial<TaskSearch>) => void };

/** View, layout and filters of the tasks. */
export function TaskToolbar({ search, layout, onChange }: Props) {
  const isPhone = useIsPhone();
  const layouts = (['list', 'board', 'calendar'] as const).filter((one) => !isPhone || one !== 'board');
  const which = {
    'aria-label': texts.which,
    data: views.map((view) => ({ value: view, label: texts.views[view] })),
    value: viewOf(search),
    onChange: (view: string | null) => onChange({ view: view as View, orderBy: undefined, sort: undefined }),
  };
  return (
    <div ref={useRovingFocus<HTMLDivElement>()} className={`${classes.toolbar} ${own.toolbar}`} data-roving>
      <h1>{texts.title}</h1>
      <SegmentedControl
        aria-label={texts.layout}
        data={layouts.map((value) => ({ value, label: <LayoutName layout={value} /> }))}
        value={layout}
        onChange={(as) => onChange({ as: as === 'list' ? undefined : (as as TaskSearch['as']) })}
      />
      {isPhone ? (
        <Select {...which} className={own.which ?? ''} allowDeselect={false} />
      ) : (
        <SegmentedControl {...which} />
      )}
      {/* The board shows both statuses. */}
      {layout !== 'board' && (
        <SegmentedControl
          aria-label={texts.status}
          data={Object.entries(texts.statuses).map(([value, label]) => ({ value, label }))}
          value={search.status ?? 'TODO'}
          onChange={(status) =>
            onChange({ status: status === 'DONE' ? 'DONE' : undefined, orderBy: undefined, sort: undefined })
          }
        />
      )}
      <FilterInput
        className={classes.filter ?? ''}
        label={texts.filter}
        value={search.string ?? ''}
        onChange={(string) => onChange({ string })}
      />
      <Button leftSection={<IconPlus size={15} />} onClick={() => openNewTask()}>
        {texts.add}
      </Button>
    </div>
  );
}

function LayoutName({ layout }: { layout: Layout }) {
  const Icon = icons[layout];
  return (
    <span className={own.layout} title={texts.layouts[layout]}>
      <Icon size={16} role="img" aria-label={texts.layouts[layout]} />
    </span>
  );
}
