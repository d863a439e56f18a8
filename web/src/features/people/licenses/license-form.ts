import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import type { Option } from '@/shared/ui/async-select';
import type { License } from './licenses';
import { texts } from './texts';

/** Fields of the form. Only new licenses have a holder field. */
export type LicenseForm = {
  kind: 'unit' | 'person';
  unit: string | null;
  person: Option | null;
  stateCode: string | null;
  number: string;
  issuedOn: string | null;
  expiresOn: string | null;
  isActive: boolean;
};

export const formOf = (license: License | null): LicenseForm => ({
  kind: 'unit',
  unit: null,
  person: null,
  stateCode: license?.stateCode ?? null,
  number: license?.number ?? '',
  issuedOn: license?.issuedOn ?? null,
  expiresOn: license?.expiresOn ?? null,
  isActive: license?.isActive ?? true,
});

const rules = z
  .object({
    stateCode: z.string({ error: texts.chooseState }),
    issuedOn: z.string().nullable(),
    expiresOn: z.string().nullable(),
  })
  .refine(({ issuedOn, expiresOn }) => !issuedOn || !expiresOn || expiresOn >= issuedOn, {
    message: texts.dateOrder,
    path: ['expiresOn'],
  });

const holder = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unit'), unit: z.string({ error: texts.chooseHolder }) }),
  z.object({ kind: z.literal('person'), person: z.object({ id: z.number() }, { error: texts.chooseHolder }) }),
]);

export const resolverOf = (isNew: boolean) => schemaResolver<LicenseForm>(...(isNew ? [rules, holder] : [rules]));

const empty = (date: string | null) => date || null;

export const newOwnOf = (form: LicenseForm) => ({
  stateCode: form.stateCode ?? '',
  number: form.number,
  issuedOn: empty(form.issuedOn),
  expiresOn: empty(form.expiresOn),
});

export const newOf = (form: LicenseForm) => ({
  ...(form.kind === 'unit' ? { WizeOrgUnitId: Number(form.unit) } : { WizeUserId: form.person?.id ?? 0 }),
  ...newOwnOf(form),
});

export const changeOf = (form: LicenseForm) => ({ ...newOwnOf(form), isActive: form.isActive });

/** The field for a path in the server's error. */
export const fieldOf = (path: string, kind: LicenseForm['kind']): keyof LicenseForm =>
  path === 'holder' ? (kind === 'unit' ? 'unit' : 'person') : (path as keyof LicenseForm);
