import { normalizePhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { Option } from '@/shared/ui/async-select';
import type { Contact, ContactIn } from './contacts';
import { texts } from './texts';

/** Fields of the contact form. */
export type ContactForm = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  category: string | null;
  company: Option | null;
  /** A company that isn't in the list yet. */
  newCompany: string;
};

export const formOf = (contact: Contact | null): ContactForm => ({
  firstName: contact?.firstName ?? '',
  lastName: contact?.lastName ?? '',
  email: contact?.email ?? '',
  phone: contact?.phone ?? '',
  category: contact ? String(contact.category.id) : null,
  company: contact?.BusinessContactCompany
    ? { id: contact.BusinessContactCompany.id, label: contact.BusinessContactCompany.name }
    : null,
  newCompany: '',
});

const text = z.string().trim();

const rules = z.object({
  firstName: text.min(1, texts.firstNameRequired),
  lastName: text.min(1, texts.lastNameRequired),
  email: text.regex(/^(\S+@\S+\.\S+)?$/, texts.emailRule),
  category: z.string({ error: texts.categoryRequired }),
});

export const contactResolver = schemaResolver<ContactForm>(rules);

/** The request body, after a new company has its id. 0 removes the company. */
export const contactOf = (form: ContactForm, company: number | null): ContactIn => ({
  firstName: form.firstName.trim(),
  lastName: form.lastName.trim(),
  email: form.email.trim(),
  phone: normalizePhone(form.phone),
  category: Number(form.category),
  BusinessContactCompanyId: company ?? 0,
  ownerId: null,
});

/** The field for a path in the server's error. */
export const fieldOf = (path: string): keyof ContactForm =>
  path === 'BusinessContactCompanyId' ? 'company' : (path as keyof ContactForm);
