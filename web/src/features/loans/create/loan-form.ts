import dayjs from 'dayjs';
import type { Resolver } from 'react-hook-form';
import type { TridData } from '@/api/types';
import type { ImportType } from '@/features/imports/import-file';
import type { MemberOption } from '@/features/people/officers';
import { isValidPhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import type { Choices } from '../differences/difference-text';
import { doubled } from '../team/slots';
import type { Team } from '../team/team';
import { texts as teamTexts } from '../team/texts';
import type { LoanTab } from './new-loan-dialog';
import { texts } from './texts';

/** Fields of the dialog. Dates are `YYYY-MM-DD`. */
export type LoanForm = {
  purpose: 'Purchase' | 'Refinance';
  firstName: string;
  lastName: string;
  /** A suffix such as Jr, taken from a chosen match. */
  suffix: string | null;
  email: string;
  phone: string;
  isProspect: boolean;
  inviteBorrower: boolean;
  state: string | null;
  usage: string;
  officer: MemberOption | null;
  /** Members chosen by hand. The officer's default team fills the other slots. */
  team: Team;
  importType: ImportType | null;
  /** The reviewed TRID items of an active MISMO file. */
  trid: TridData | null;
  /** Decisions about differences between the file and existing records. */
  choices: Choices;
  /** Whether the loan is brokered. Null if the company isn't a non-delegated correspondent. */
  isBrokered: boolean | null;
  fundedDate: string | null;
  applicationDate: string | null;
  docSignedDate: string | null;
  tridDate: string | null;
};

/** The fields by which clients are matched. */
export const borrowerFields = ['firstName', 'lastName', 'email', 'phone'] as const;

/** The initial form, also after a switch of tab or import type. */
export const emptyForm = (
  { officer, team }: Pick<LoanForm, 'officer' | 'team'>,
  importType: ImportType | null = null,
  given: Partial<Pick<LoanForm, 'purpose' | 'isBrokered'>> = {},
): LoanForm => ({
  purpose: 'Purchase',
  firstName: '',
  lastName: '',
  suffix: null,
  email: '',
  phone: '',
  isProspect: false,
  inviteBorrower: false,
  state: null,
  usage: 'PrimaryResidence',
  officer,
  team,
  importType,
  trid: null,
  choices: {},
  isBrokered: null,
  fundedDate: null,
  applicationDate: null,
  docSignedDate: null,
  tridDate: null,
  ...given,
});

/** The fields that a file fills. */
const fieldsOfAFile = [
  'purpose',
  'firstName',
  'lastName',
  'suffix',
  'email',
  'phone',
  'state',
  'usage',
  'trid',
  'choices',
] as const;

/** The form's values before a file filled them. Removing the file restores them, so the next file starts clean. */
export const beforeFile = (form: LoanForm): Partial<LoanForm> =>
  Object.fromEntries(fieldsOfAFile.map((name) => [name, form[name]]));

export type Situation = {
  tab: LoanTab;
  hasFile: boolean;
  /** The default team of an officer. */
  defaultsOf?: (officer: MemberOption | null) => Team;
};

/** Today in the user's time zone. No date of a closed loan can be later. */
export const today = (): string => dayjs().format('YYYY-MM-DD');

const required = (message: string) => z.string().trim().min(1, message);

const borrower = z.object({
  firstName: required(texts.firstNameRequired),
  lastName: required(texts.lastNameRequired),
  email: required(texts.emailRequired).pipe(z.email(texts.emailInvalid)),
  phone: z.string().refine((phone) => phone.trim() === '' || isValidPhone(phone), texts.phoneInvalid),
});

const team = z.object({ officer: z.custom<MemberOption>((option) => option !== null, teamTexts.officerRequired) });

const importType = z.object({ importType: z.custom<ImportType>((type) => type !== null, texts.importTypeRequired) });

const pastDay = (message: string) => z.string(message).refine((day) => day <= today(), texts.dateInFuture);
const optionalPastDay = z.nullable(z.string().refine((day) => day <= today(), texts.dateInFuture));

const closing = z.object({
  fundedDate: pastDay(texts.fundedDateRequired),
  applicationDate: pastDay(texts.applicationDateRequired),
  docSignedDate: optionalPastDay,
  tridDate: optionalPastDay,
});

/** The rules that apply: with a file, the borrower comes from it. Without a file, all fields are required. */
export function schemasFor({ tab, hasFile }: Situation, form: LoanForm): z.ZodType[] {
  if (tab === 'mismo') return form.importType === 'CLOSED_LOAN' ? [importType, closing, team] : [importType, team];
  return hasFile ? [team] : [borrower, team];
}

/** The whole team: chosen members, and the officer's default team in other slots. */
export const wholeTeam = (defaults: Team, form: Pick<LoanForm, 'team'>): Team => ({ ...defaults, ...form.team });

/** Errors of slots whose member also has the primary slot. */
export function twiceInTeam(officer: MemberOption | null, team: Team): Record<string, string> {
  const idOf = (slot: keyof Team) => (slot === 'loanOfficer' ? officer : team[slot])?.user.id;
  return Object.fromEntries(doubled(idOf).map((slot) => [slot, teamTexts.twice[slot]]));
}

/** A form field or a team slot. */
export type FieldName = keyof LoanForm | `team.${keyof Team}`;

/** The first error of each field. */
export function problemsOf(situation: Situation, form: LoanForm): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const schema of schemasFor(situation, form)) {
    for (const { path, message } of schema.safeParse(form).error?.issues ?? []) {
      problems[path[0] as keyof LoanForm] ??= message;
    }
  }
  const twice = twiceInTeam(form.officer, wholeTeam(situation.defaultsOf?.(form.officer) ?? {}, form));
  for (const [slot, message] of Object.entries(twice)) problems[`team.${slot as keyof Team}`] = message;
  return problems;
}

/** The rules in the form library's format. */
export const resolverFor =
  (situation: Situation): Resolver<LoanForm> =>
  (values) => {
    const problems = Object.entries(problemsOf(situation, values));
    if (problems.length === 0) return { values, errors: {} };
    const isOfTeam = ([field]: [string, string]) => field.startsWith('team.');
    const errorsOf = (problems: [string, string][]) =>
      Object.fromEntries(problems.map(([field, message]) => [field.replace('team.', ''), { type: 'rule', message }]));
    const team = problems.filter(isOfTeam);
    return {
      values: {},
      errors: {
        ...errorsOf(problems.filter((problem) => !isOfTeam(problem))),
        ...(team.length > 0 ? { team: errorsOf(team) } : {}),
      },
    };
  };
