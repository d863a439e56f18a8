import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { components } from '@/api/schema';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { About } from '../tasks';
import { texts } from './texts';

export type Template = components['schemas']['TaskTemplate'];
export type TemplateIn = components['schemas']['TaskTemplateIn'];
export type Tag = components['schemas']['TextTag'];

/** The company's templates in order, and the tags for their texts. */
export const templatesQuery = queryOptions({
  queryKey: ['task-templates'],
  queryFn: ({ signal }) => answer(api.GET('/api/task-templates', { signal })),
  meta: { quiet: true },
});

type Change = { template: Template | null; body: TemplateIn | null };

/** Adds, changes or removes a template. */
export function useTemplateChange() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ template, body }: Change): Promise<void> => {
      if (!template) {
        if (body) await answer(api.POST('/api/task-templates', { body }));
        return;
      }
      const path = { id: template.id };
      if (!body) {
        await answer(api.DELETE('/api/task-templates/{id}', { params: { path } }));
        return;
      }
      const header = { 'If-Match': String(template.version) };
      await answer(api.PATCH('/api/task-templates/{id}', { params: { path, header }, body }));
    },
    onSuccess: (_, { template, body }) =>
      toast.success(body ? texts.saved(body.title.trim()) : texts.removed(template?.title ?? '')),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey }),
    meta: { quiet: true },
  });
}

/** Creates tasks from templates. */
export function useTasksFromTemplates(about: About) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (templateIds: number[]) =>
      answer(api.POST('/api/tasks/from-templates', { body: { templateIds, ...about } })),
    onSuccess: ({ rows }) => toast.success(texts.created(rows.length), texts.createdTitle),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['tasks'] }),
  });
}
