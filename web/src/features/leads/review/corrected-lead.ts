import type { NewLead } from '@/api/types';
import { formatPhone } from '@/shared/lib/phone';
import { emptyForm, type LeadForm, type LeadSource, type OwnerOption } from '../create/lead-form';
import { newLead } from '../create/payload';

/** Submitted data can have any shape. Only values in the shape of a lead are read. */
type Sent = { [key: string]: unknown } | null | undefined;

const within = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | null | undefined)?.[key], value);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Form values from the readable parts of the submitted data. */
export function formOf(sent: Sent, owner: OwnerOption | null, sources: readonly LeadSource[]): LeadForm {
  const contact = within(sent, 'LeadContacts', 0);
  const provider = within(sent, 'LeadDetail', 'LeadProviderId');
  return {
    ...emptyForm(owner),
    firstName: text(within(contact, 'firstName')),
    lastName: text(within(contact, 'lastName')),
    email: text(within(contact, 'email')),
    cellPhone: formatPhone(text(within(contact, 'cellPhone'))),
    purpose: within(sent, 'LeadScenario', 'loanPurpose') === 'Refinance' ? 'Refinance' : 'Purchase',
    state: text(within(sent, 'LeadScenario', 'StateCode')) || null,
    loanAmount: text(within(sent, 'LeadScenario', 'loanAmount')),
    propertyValue: text(within(sent, 'LeadScenario', 'propertyValue')),
    source: sources.find(({ id }) => id === within(sent, 'LeadReferral', 'LeadSourceId')) ?? null,
    otherSource: text(within(sent, 'LeadReferral', 'otherSourceDesc')),
    provider: typeof provider === 'number' ? String(provider) : null,
    note: list(within(sent, 'Notes'))
      .map((note) => text(within(note, 'text')))
      .filter(Boolean)
      .join('\n'),
  };
}

/** The lead to create: the form's values, and submitted values that the form doesn't show. */
export function correctedLead(sent: Sent, form: LeadForm): NewLead {
  const lead = newLead(form, new Date());
  const others = list(within(sent, 'LeadContacts')).slice(1) as NewLead['LeadContacts'];
  return { ...lead, LeadContacts: [...lead.LeadContacts, ...others.map((other) => ({ ...other, isPrimary: false }))] };
}
