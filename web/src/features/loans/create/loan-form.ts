import dayjs from 'dayjs';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { ImportType } from '@/features/imports/import-file';
import { isValidPhone } from '@/shared/lib/phone';
import type { Option } from '@/shared/ui/async-select';
import type { LoanTab } from './new-loan-dialog';
import { texts } from './texts';

/** What the dialog's fields hold, as they are typed. Dates are `YYYY-MM-DD`. */
export type LoanForm = {
  purpose: 'Purchase' | 'Refinance';
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  isProspect: boolean;
  state: string | null;
  usage: string;
  officer: Option | null;
  importType: ImportType | null;
  fundedDate: string | null;
  applicationDate: string | null;
  docSignedDate: string | null;
  tridDate: string | null;
};

/** The four fields by which borrowers are known. */
export const borrowerFields = ['firstName', 'lastName', 'email', 'phone'] as const;

/** A form as it is opened, and as it is again after every switch of tab or import type. */
export const emptyForm = (officer: Option | null, importType: ImportType | null = null): LoanForm => ({
  purpose: 'Purchase',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  isProspect: false,
  state: null,
  usage: 'PrimaryResidence',
  officer,
  importType,
  fundedDate: null,
  applicationDate: null,
  docSignedDate: null,
  tridDate: null,
});

export type Situation = { tab: LoanTab; hasFile: boolean };

/** The reader's own today; no date of a closed loan lies after it. */
export const today = (): string => dayjs().format('YYYY-MM-DD');

const required = (message: string) => z.string().trim().min(1, message);

const borrower = z.object({
  firstName: required(texts.firstNameRequired),
  lastName: required(texts.lastNameRequired),
  email: required(texts.emailRequired).pipe(z.email(texts.emailInvalid)),
  phone: z.string().refine((phone) => phone.trim() === '' || isValidPhone(phone), texts.phoneInvalid),
});

const team = z.object({ officer: z.custom<Option>((option) => option !== null, texts.officerRequired) });

const importType = z.object({ importType: z.custom<ImportType>((type) => type !== null, texts.importTypeRequired) });

const pastDay = (message: string) => z.string(message).refine((day) => day <= today(), texts.dateInFuture);
const optionalPastDay = z.nullable(z.string().refine((day) => day <= today(), texts.dateInFuture));

const closing = z.object({
  fundedDate: pastDay(texts.fundedDateRequired),
  applicationDate: pastDay(texts.applicationDateRequired),
  docSignedDate: optionalPastDay,
  tridDate: optionalPastDay,
});

/** The rules that apply: with a file the borrower comes from it, without one everything must be filled in. */
export function schemasFor({ tab, hasFile }: Situation, form: LoanForm): z.ZodType[] {
  if (tab === 'mismo') return form.importType === 'CLOSED_LOAN' ? [importType, closing, team] : [importType, team];
  return hasFile ? [team] : [borrower, team];
}

/** What is wrong, by field; the first message of each. */
export function problemsOf(situation: Situation, form: LoanForm): Partial<Record<keyof LoanForm, string>> {
  const problems: Partial<Record<keyof LoanForm, string>> = {};
  for (const schema of schemasFor(situation, form)) {
    for (const { path, message } of schema.safeParse(form).error?.issues ?? []) {
      problems[path[0] as keyof LoanForm] ??= message;
    }
  }
  return problems;
}

/** The rules as the form library asks for them. */
export const resolverFor =
  (situation: Situation): Resolver<LoanForm> =>
  (values) => {
    const problems = Object.entries(problemsOf(situation, values));
    if (problems.length === 0) return { values, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])),
    };
  };
