import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { NewCompany } from './companies';
import { texts } from './texts';

/** Fields of the form. */
export type NewCompanyForm = {
  type: 'BROKER' | 'PROCESSOR';
  name: string;
  slug: string;
  nmlsId: string;
  stateCode: string | null;
  timeZone: string | null;
  host: string;
  isNonDelegated: boolean;
  firstName: string;
  lastName: string;
  email: string;
};

export const emptyCompany: NewCompanyForm = {
  type: 'BROKER',
  name: '',
  slug: '',
  nmlsId: '',
  stateCode: null,
  timeZone: null,
  host: '',
  isNonDelegated: false,
  firstName: '',
  lastName: '',
  email: '',
};

const required = z.string().trim().min(1, texts.required);
const chosen = z.string({ error: texts.required }).min(1, texts.required);

export const newCompanyResolver = schemaResolver<NewCompanyForm>(
  z.object({
    name: required,
    slug: required.regex(/^[a-z0-9][a-z0-9-]{0,62}$/, texts.slugRule),
    nmlsId: z
      .string()
      .trim()
      .regex(/^\d{0,12}$/, texts.nmlsIdRule),
    stateCode: chosen,
    timeZone: chosen,
    host: required,
    firstName: required,
    lastName: required,
    email: required.pipe(z.email(texts.emailInvalid)),
  }),
);

/** The default short name, derived from the name. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 63);

export const bodyOf = ({ firstName, lastName, email, ...form }: NewCompanyForm): NewCompany => ({
  ...form,
  name: form.name.trim(),
  nmlsId: form.nmlsId.trim() || null,
  stateCode: form.stateCode ?? '',
  timeZone: form.timeZone ?? '',
  host: form.host.trim(),
  admin: { firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim() },
});

/** The field for a path in the server's error. */
export const fieldOf = (path: string): keyof NewCompanyForm => path.replace(/^admin\//, '') as keyof NewCompanyForm;
