import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Modal, Select, Skeleton, Textarea, TextInput } from '@mantine/core';
import IconLayoutBottombarCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutBottombarCollapse.mjs';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { dayOf } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useDraftForm } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { displayName, useActiveUser } from '@/shared/session/me';
import { AsyncSelect } from '@/shared/ui/async-select';
import { type DockDialog, dockStore } from '@/shared/ui/dock/dock-store';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useCommentChange } from './comments';
import { type TaskDraft, taskDraftPrefix } from './open-task';
import { TaskChecklist } from './task-checklist';
import { TaskComments } from './task-comments';
import { fieldOf, formOf, type NewTask, newForm, type TaskForm, taskOf, taskResolver } from './task-form';
import { TaskWhen } from './task-when';
import { TaskWho } from './task-who';
import { loadLeads, loadLoans, type Task, taskQuery, useTaskChange } from './tasks';
import classes from './tasks.module.css';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = { dialog: DockDialog; taskId?: number; known?: NewTask };

/** A new or existing task. A docked dialog keeps its content. */
export default function TaskDialog({ dialog, taskId, known = {} }: Props) {
  const task = useQuery({ ...taskQuery(taskId ?? 0), enabled: taskId !== undefined });
  if (taskId === undefined) return <Form dialog={dialog} task={null} known={known} />;
  // The form needs current data: the task may have changed with its loan since it was cached.
  if (task.data && task.isFetchedAfterMount) return <Form dialog={dialog} task={task.data} known={known} />;
  return (
    <Modal
      opened={!dialog.isDocked}
      onClose={() => dockStore.close(dialog.key)}
      title={texts.editTitle}
      size={modalWidths.medium}
    >
      {task.isError ? <p role="alert">{task.error.message}</p> : <Skeleton height={240} />}
    </Modal>
  );
}

type FormProps = { dialog: DockDialog; task: Task | null; known: NewTask };

function Form({ dialog, task: current, known }: FormProps) {
  const isPhone = useIsPhone();
  const user = useActiveUser();
  const [task] = useState(current);
  const [key] = useState(() => crypto.randomUUID());
  const [asksRemoval, setAsksRemoval] = useState(false);
  const form = useForm<TaskForm>({
    defaultValues: task ? formOf(task) : newForm({ id: user.WizeUserOrgUnitId, label: displayName(user) }, known),
    resolver: taskResolver,
    reValidateMode: 'onChange',
  });
  const { isDirty, isSubmitting } = form.formState;
  const comment = useCommentChange();
  const setComment = (text: string) => form.setValue('comment', text, { shouldDirty: true });
  const isDone = useRef(false);
  const opened: TaskDraft = {
    key: dialog.key,
    ...(task && { id: task.id }),
    known,
    dockedAs: dialog.isDocked ? dialog.dockTitle : null,
  };
  useDraftForm(taskDraftPrefix + dialog.key, form, { opened });
  const change = useTaskChange(true);
  // A docked dialog keeps its content, so leaving the page loses nothing.
  const work = useUnsavedWork({
    isDirty: () => isDirty && !isDone.current && !dialog.isDocked,
    discard: () => form.reset(),
  });
  const close = () => dockStore.close(dialog.key);
  const leave = async () => {
    if (await work.confirm()) close();
  };
  const send = async (act: Parameters<typeof change.mutateAsync>[0]) => {
    try {
      // An unsent comment is saved with the task.
      const text = form.getValues('comment').trim();
      if (act.act === 'edit' && text) {
        await comment.mutateAsync({ act: 'add', taskId: act.task.id, text, key: crypto.randomUUID() });
        setComment('');
      }
      await change.mutateAsync(act);
      isDone.current = true;
      close();
    } catch (error) {
      const problems = Object.entries(error instanceof ApiError ? error.fields : {});
      for (const [path, message] of problems) form.setError(fieldOf(path), { message }, { shouldFocus: true });
      if (problems.length === 0) toast.error((error as Error).message);
    }
  };
  const submit = form.handleSubmit((values) =>
    send(task ? { act: 'edit', task, body: taskOf(values) } : { act: 'add', body: taskOf(values), key }),
  );
  const status = task?.status === 'DONE' ? 'TODO' : 'DONE';
  const finish = form.handleSubmit(async (values) => {
    if (task) await send({ act: 'edit', task, body: { ...taskOf(values), status } });
  });
  return (
    <Modal
      opened={!dialog.isDocked}
      onClose={() => void leave()}
      title={task ? texts.editTitle : texts.newTitle}
      size={modalWidths.medium}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form noValidate onSubmit={submit}>
        <fieldset disabled={isSubmitting} className={classes.fields}>
          <Fields form={form} />
        </fieldset>
        {task && <History task={task} />}
        {task && <TaskComments taskId={task.id} draft={form.watch('comment')} onDraft={setComment} />}
        <Footer
          task={task}
          isSubmitting={isSubmitting}
          onDock={() => dockStore.dock(dialog.key, form.getValues('title').trim() || dialog.dockTitle)}
          onRemove={() => setAsksRemoval(true)}
          onFinish={() => void finish()}
          onCancel={() => void leave()}
        />
      </form>
      <Suspense>
        {asksRemoval && task && (
          <ConfirmDialog
            title={texts.remove}
            question={texts.removeQuestion(task.title)}
            no={texts.cancel}
            yes={texts.remove}
            onAnswer={(isSure) => {
              setAsksRemoval(false);
              if (isSure) void send({ act: 'remove', task });
            }}
          />
        )}
      </Suspense>
    </Modal>
  );
}

type FooterProps = {
  task: Task | null;
  isSubmitting: boolean;
  onDock: () => void;
  onRemove: () => void;
  onFinish: () => void;
  onCancel: () => void;
};

function Footer({ task, isSubmitting, onDock, onRemove, onFinish, onCancel }: FooterProps) {
  return (
    <Group gap={8} mt={20}>
      <Button variant="subtle" leftSection={<IconLayoutBottombarCollapse size={16} aria-hidden />} onClick={onDock}>
        {texts.dock}
      </Button>
      {task && (
        <Button variant="subtle" color="red" onClick={onRemove}>
          {texts.remove}
        </Button>
      )}
      <Group gap={8} ml="auto">
        {task && (
          <Button variant="default" loading={isSubmitting} onClick={onFinish}>
            {task.status === 'DONE' ? texts.reopenIt : texts.completeIt}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={isSubmitting}>
          {task ? texts.save : texts.create}
        </Button>
      </Group>
    </Group>
  );
}

function Fields({ form }: { form: UseFormReturn<TaskForm> }) {
  const { control, register, setValue } = form;
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        label={texts.taskTitle}
        required
        maxLength={200}
        data-autofocus
        autoComplete="off"
        className={classes.whole ?? ''}
        {...register('title')}
        error={errors.title?.message}
      />
      <Controller
        control={control}
        name="loan"
        render={({ field }) => (
          <AsyncSelect
            label={texts.loan}
            name={texts.loan}
            placeholder={texts.chooseLoan}
            queryKey={['loans', 'task-options']}
            load={loadLoans}
            value={field.value}
            onChange={(loan) => {
              field.onChange(loan);
              if (loan) setValue('lead', null, { shouldDirty: true });
            }}
            onBlur={field.onBlur}
            error={errors.loan?.message}
          />
        )}
      />
      <Controller
        control={control}
        name="lead"
        render={({ field }) => (
          <AsyncSelect
            label={texts.lead}
            name={texts.lead}
            placeholder={texts.chooseLead}
            queryKey={['leads', 'task-options']}
            load={loadLeads}
            value={field.value}
            onChange={(lead) => {
              field.onChange(lead);
              if (lead) setValue('loan', null, { shouldDirty: true });
            }}
            onBlur={field.onBlur}
            error={errors.lead?.message}
          />
        )}
      />
      <TaskWho form={form} />
      <div className={classes.level}>
        <Controller
          control={control}
          name="priority"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.priority}
              data={Object.entries(texts.priorities).map(([value, label]) => ({ value, label }))}
              allowDeselect={false}
            />
          )}
        />
      </div>
      <TaskWhen form={form} />
      <Textarea
        label={texts.description}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={4000}
        className={classes.whole ?? ''}
        {...register('description')}
        error={errors.description?.message}
      />
      <TaskChecklist form={form} />
    </>
  );
}

/** Who created the task and who completed it. */
const History = ({ task }: { task: Task }) => (
  <p className={classes.history}>
    {[
      task.ruleData && texts.createdByRule(task.ruleData.ruleName, dayOf(task.createdAt)),
      task.createdBy && texts.createdBy(task.createdBy, dayOf(task.createdAt)),
      task.doneBy && texts.doneBy(task.doneBy, dayOf(task.doneAt)),
    ]
      .filter(Boolean)
      .join(' · ')}
  </p>
);
