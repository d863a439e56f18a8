import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { Loaded } from '@/shared/ui/panel';
import { dayInWords } from '../days';
import { openNewTask } from '../open-task';
import { TaskItems } from '../task-items';
import type { TaskSearch } from '../task-search';
import classes from '../tasks.module.css';
import { texts } from '../texts';
import { dayQuery } from './calendar-query';

type Props = { search: TaskSearch; on: string; onClose: () => void };

/** All tasks due on one day. */
export default function DayDialog({ search, on, onClose }: Props) {
  const isPhone = useIsPhone();
  const tasks = useQuery(dayQuery(search, on));
  return (
    <Modal
      opened
      onClose={onClose}
      title={dayInWords(on)}
      size={modalWidths.small}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Loaded query={tasks}>
        {({ rows, next }) =>
          rows && rows.length > 0 ? (
            <>
              <TaskItems label={texts.title} tasks={rows} isOfDay onOpen={onClose} />
              {next && <p className={classes.none}>{texts.firstHundred}</p>}
            </>
          ) : (
            <p className={classes.none}>{texts.noneOnDay}</p>
          )
        }
      </Loaded>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {texts.close}
        </Button>
        <Button
          onClick={() => {
            onClose();
            openNewTask({ dueDate: on });
          }}
        >
          {texts.add}
        </Button>
      </Group>
    </Modal>
  );
}
