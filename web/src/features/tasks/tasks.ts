import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { dropdownPageSize, pageSize } from '@/shared/lib/constants';
import type { LoadOptions, Option } from '@/shared/ui/async-select';
import { toast } from '@/shared/ui/toasts/toast-store';
import { sortingOf, type TaskSearch, viewOf } from './task-search';
import { texts } from './texts';

export type Task = components['schemas']['Task'];
export type TaskRow = components['schemas']['TaskRow'];
export type TaskIn = components['schemas']['TaskIn'];
export type TaskPage = components['schemas']['TaskPage'];
export type Count = Pick<TaskPage, 'count' | 'countIsCapped'>;
/** The loan or lead of a task. */
export type About = { LoanId: number } | { LeadId: number };

export const filtersOf = (search: TaskSearch) => ({
  view: viewOf(search),
  status: search.status ?? ('TODO' as const),
  string: search.string,
});

const taskCountKey = (search: TaskSearch) => ['tasks', 'count', filtersOf(search)] as const;

/** One page of tasks. The first page includes the total count. */
export const taskPageQuery = (search: TaskSearch) => {
  const query = { ...filtersOf(search), ...sortingOf(search), after: search.after };
  return queryOptions({
    queryKey: ['tasks', 'page', query],
    queryFn: async ({ signal, client }) => {
      const params = { query: { ...query, limit: pageSize } };
      const page = await answer(api.GET('/api/tasks', { params, signal }));
      if (typeof page.count === 'number') client.setQueryData<Count>(taskCountKey(search), page);
      return page;
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
};

export const taskCountQuery = (search: TaskSearch) =>
  queryOptions({
    queryKey: taskCountKey(search),
    queryFn: ({ signal }): Promise<Count> => {
      const params = { query: { ...filtersOf(search), onlyCount: true } };
      return answer(api.GET('/api/tasks', { params, signal }));
    },
    enabled: search.after !== undefined,
    staleTime: 60_000,
    meta: { quiet: true },
  });

/** Tasks of a loan or a lead by status, by due date. */
export const tasksAboutQuery = (about: About, status: 'TODO' | 'DONE') =>
  queryOptions({
    queryKey: ['tasks', 'about', about, status],
    queryFn: ({ signal }) => {
      const sorting = status === 'TODO' ? { orderBy: 'due' } : { orderBy: 'updated' };
      return answer(api.GET('/api/tasks', { params: { query: { ...about, ...sorting, status, limit: 100 } }, signal }));
    },
    meta: { quiet: true },
  });

export const taskQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'one', id],
    queryFn: () => answer(api.GET('/api/tasks/{id}', { params: { path: { id } } })),
    staleTime: 0,
    meta: { quiet: true },
  });

/** Tasks that rules created together with this one. */
export const madeByRulesQuery = (id: number) =>
  queryOptions({
    queryKey: ['tasks', 'made by rules', id],
    queryFn: () => answer(api.GET('/api/tasks/{id}/automation', { params: { path: { id } } })),
    meta: { quiet: true },
  });

type TaskRef = Pick<Task, 'id' | 'version' | 'title'>;
type Change =
  | { act: 'add'; body: TaskIn; key: string }
  | { act: 'edit'; task: TaskRef; body: TaskIn }
  | { act: 'remove'; task: TaskRef };

const send = async (change: Change): Promise<Task | null> => {
  if (change.act === 'add') {
    const params = { header: { 'Idempotency-Key': change.key } };
    return answer(api.POST('/api/tasks', { params, body: change.body }));
  }
  const { id, version } = change.task;
  if (change.act === 'edit') {
    const params = { path: { id }, header: { 'If-Match': String(version) } };
    return answer(api.PATCH('/api/tasks/{id}', { params, body: change.body }));
  }
  await answer(api.DELETE('/api/tasks/{id}', { params: { path: { id } } }));
  return null;
};

/** Sets the new version in cached lists at once, so that a further change before the refetch causes no conflict. */
function takeOver(queryClient: QueryClient, { id, version }: Task) {
  for (const list of ['page', 'about', 'board']) {
    queryClient.setQueriesData<Pick<TaskPage, 'rows'>>({ queryKey: ['tasks', list] }, (page) => {
      const rows = page?.rows?.map((row) => (row.id === id ? { ...row, version } : row));
      return page && { ...page, rows };
    });
  }
}

/** Adds, changes or removes a task, with the specification's toasts. */
export function useTaskChange(isQuiet = false) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (task, change) => {
      if (task) {
        queryClient.setQueryData(taskQuery(task.id).queryKey, task);
        takeOver(queryClient, task);
      }
      if (change.act === 'add' && task) toast.success(texts.created(task.title), texts.createdTitle);
      if (change.act === 'remove') toast.success(texts.deleted(change.task.title), texts.deletedTitle);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['tasks'] }),
    meta: { quiet: isQuiet },
  });
}

const firstPage = (options: Option[]) => ({ options, count: options.length });

/** Loans that the user may see, latest first. */
export const loadLoans: LoadOptions = async ({ string }, signal) => {
  const query = { string: string || undefined, limit: dropdownPageSize };
  const { rows } = await answer(api.GET('/api/loans', { params: { query }, signal }));
  return firstPage(
    (rows ?? []).map(({ id, borrowerName, loanNumber }) => ({ id, label: borrowerName, hint: loanNumber })),
  );
};

/** Leads that the user may see, latest first. */
export const loadLeads: LoadOptions = async ({ string }, signal) => {
  const query = { string: string || undefined, limit: dropdownPageSize };
  const { rows } = await answer(api.GET('/api/leads', { params: { query }, signal }));
  return firstPage((rows ?? []).map(({ id, name, status }) => ({ id, label: name, hint: status.name })));
};

/** Open tasks of a loan, or of the user and their team, by due date. */
export const loadTasks =
  (loanId: number | undefined): LoadOptions =>
  async ({ string }, signal) => {
    const query = { string: string || undefined, limit: dropdownPageSize, ...(loanId ? { LoanId: loanId } : {}) };
    const { rows } = await answer(api.GET('/api/tasks', { params: { query }, signal }));
    return firstPage(
      (rows ?? []).map(({ id, title, borrowerName }) => ({ id, label: title, hint: borrowerName ?? '' })),
    );
  };
