import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answer, api } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { Lead } from '@/api/types';
import { useIdempotencyKey } from '@/shared/lib/idempotency';
import { toast } from '@/shared/ui/toasts/toast-store';
import type { LeadForm } from './lead-form';
import { newLead, noteOfAnother } from './payload';
import { texts } from './texts';

/** Creates the lead and shows a toast. Passes the lead on unless the user may not open it. */
export function useCreateLead(onCreated: (lead: Lead | undefined) => void) {
  const queryClient = useQueryClient();
  const idempotency = useIdempotencyKey();
  // A retry is the same idempotent request, so its note keeps the time of the first try.
  const first = useRef<{ form: string; at: Date } | null>(null);
  const bodyOf = (form: LeadForm) => {
    const text = JSON.stringify(form);
    if (first.current?.form !== text) first.current = { form: text, at: new Date() };
    return newLead(form, first.current.at);
  };
  return useMutation({
    mutationFn: (form: LeadForm) => {
      const body = bodyOf(form);
      const params = { header: { 'Idempotency-Key': idempotency.keyOf(body) } };
      // The web app receives the lead. Only API clients receive an import result.
      return answer(api.POST('/api/leads', { body, params })) as Promise<Lead>;
    },
    onSuccess: (lead) => {
      idempotency.renew();
      toast.success(texts.created(lead.id));
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
      onCreated(lead.accessWarning ? undefined : lead);
    },
    onError: (error) => {
      const isReportedElsewhere = error instanceof ApiError && (error.status === 401 || error.status === 423);
      if (!isReportedElsewhere)
        toast.error(error instanceof ApiError && error.hasMessage ? error.message : texts.failed);
    },
    meta: { quiet: true },
  });
}

/** Adds the form's contact details and purpose to an existing lead as a note. */
export function useAddToLead(onAdded: (lead: Lead) => void) {
  const queryClient = useQueryClient();
  const idempotency = useIdempotencyKey();
  return useMutation({
    mutationFn: ({ id, form }: { id: number; form: LeadForm }) => {
      const body = { text: noteOfAnother(form), type: 'NOTE', metadata: { creationDate: null } };
      const params = { path: { id }, header: { 'Idempotency-Key': idempotency.keyOf({ id, body }) } };
      return answer(api.POST('/api/leads/{id}/notes', { params, body }));
    },
    onSuccess: (lead) => {
      idempotency.renew();
      toast.success(texts.added(lead.id));
      void queryClient.invalidateQueries({ queryKey: ['leads'] });
      onAdded(lead);
    },
  });
}

const fieldOfPath: Record<string, keyof LeadForm> = {
  'LeadContacts/0/firstName': 'firstName',
  'LeadContacts/0/lastName': 'lastName',
  'LeadContacts/0/email': 'email',
  'LeadContacts/0/cellPhone': 'cellPhone',
  'LeadScenario/StateCode': 'state',
  'LeadScenario/loanAmount': 'loanAmount',
  'LeadScenario/propertyValue': 'propertyValue',
  'LeadDetail/LeadProviderId': 'provider',
  'LeadReferral/LeadSourceId': 'source',
  'LeadReferral/otherSourceDesc': 'otherSource',
  'LeadUsers/0': 'leadAssignee',
  'LeadUsers/1': 'secondOwner',
  'LeadUsers/2': 'thirdOwner',
  'Notes/0/text': 'note',
};

/** The server's errors, by form field. */
export function refusedFields(error: unknown): [keyof LeadForm, string][] {
  if (!(error instanceof ApiError)) return [];
  return Object.entries(error.fields).flatMap(([path, message]) => {
    const field = fieldOfPath[path] ?? (path.startsWith('LeadReferral/') ? 'referral' : undefined);
    return field ? [[field, message]] : [];
  });
}
