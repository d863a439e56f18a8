import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { day } from '@/shared/lib/format';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { TaskRow } from './tasks';
import { texts } from './texts';

/** A change that moves a task: a new due date or status. */
export type TaskMove = { dueDate?: string; status?: components['schemas']['TaskStatus'] };

const send = ({ task, place }: { task: TaskRow; place: TaskMove }) => {
  const params = { path: { id: task.id }, header: { 'If-Match': String(task.version) } };
  return answer(api.PATCH('/api/tasks/{id}', { params, body: place }));
};

/** Moves tasks optimistically. A refused move is reverted with an error message. */
export function useTaskMoves() {
  const queryClient = useQueryClient();
  const [moved, setMoved] = useState<ReadonlyMap<number, TaskRow>>(new Map());
  const mutation = useMutation({
    mutationFn: send,
    // Keeps the moved position until the refetch, so that cards don't jump.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['tasks'] }),
    meta: { quiet: true },
  });
  const move = async (task: TaskRow, place: TaskMove) => {
    setMoved((before) => new Map(before).set(task.id, { ...task, ...place }));
    try {
      await mutation.mutateAsync({ task, place });
      if (place.dueDate && task.followsLoan) toast.info(texts.followsNoMore(task.title, day(place.dueDate)));
    } catch (error) {
      toast.error((error as Error).message, texts.notMoved(task.title));
    } finally {
      setMoved((before) => new Map([...before].filter(([id]) => id !== task.id)));
    }
  };
  return { moved, move: (task: TaskRow, place: TaskMove) => void move(task, place) };
}
