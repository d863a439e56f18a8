import type { Resolver } from 'react-hook-form';
import { isValidPhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import type { Option } from '@/shared/ui/async-select';
import { texts } from './texts';

/** A user in a branch, because leads are owned in a branch. */
export type OwnerOption = Option & { userId: number; orgUnitId: number };

export type LeadSource = { id: number; name: string; type: string };

/** Field values of the dialog. */
export type LeadForm = {
  firstName: string;
  lastName: string;
  email: string;
  cellPhone: string;
  purpose: 'Purchase' | 'Refinance';
  /** The property's state, and amounts in dollars, if known. */
  state: string | null;
  loanAmount: string;
  propertyValue: string;
  source: LeadSource | null;
  otherSource: string;
  referral: Option | null;
  provider: string | null;
  leadAssignee: OwnerOption | null;
  secondOwner: OwnerOption | null;
  thirdOwner: OwnerOption | null;
  note: string;
};

/** The initial form. */
export const emptyForm = (owner: OwnerOption | null): LeadForm => ({
  firstName: '',
  lastName: '',
  email: '',
  cellPhone: '',
  purpose: 'Purchase',
  state: null,
  loanAmount: '',
  propertyValue: '',
  source: null,
  otherSource: '',
  referral: null,
  provider: null,
  leadAssignee: owner,
  secondOwner: null,
  thirdOwner: null,
  note: '',
});

/** Kinds of referral contacts, which decide where the picker searches. */
export type ReferralKind = 'business' | 'family' | 'internal';

const referralKinds: Record<string, ReferralKind> = {
  BUSINESS_CONTACT: 'business',
  FRIEND_FAMILY: 'family',
  INTERNAL_CONTACT: 'internal',
};

/** The kind of referral contact that a source asks for. Most sources ask for none. */
export const referralKindOf = (source: LeadSource | null): ReferralKind | null =>
  referralKinds[source?.type ?? ''] ?? null;

/** A referral by friends or family is optional. */
export const isReferralRequired = (source: LeadSource | null): boolean =>
  ['business', 'internal'].includes(referralKindOf(source) ?? '');

const required = (message: string) => z.string().trim().min(1, message);

const contact = z.object({
  firstName: required(texts.firstNameRequired),
  lastName: required(texts.lastNameRequired),
  email: required(texts.emailRequired).pipe(z.email(texts.emailInvalid)),
  cellPhone: z.string().refine((phone) => phone.trim() === '' || isValidPhone(phone), texts.phoneInvalid),
});

export type Problems = Partial<Record<keyof LeadForm, string>>;

/** Errors of the owners. They must be different users, even in different branches. */
export function ownerProblems({ leadAssignee, secondOwner, thirdOwner }: LeadForm): Problems {
  if (!leadAssignee) return { leadAssignee: texts.primaryOwnerRequired };
  const problems: Problems = {};
  const [primary, second, third] = [leadAssignee.userId, secondOwner?.userId, thirdOwner?.userId];
  if (primary === second || primary === third) problems.leadAssignee = texts.primaryOwnerTwice;
  if (second !== undefined && second === third) problems.thirdOwner = texts.additionalOwnerTwice;
  return problems;
}

/** The first error of each field. */
export function problemsOf(form: LeadForm): Problems {
  const problems: Problems = ownerProblems(form);
  for (const { path, message } of contact.safeParse(form).error?.issues ?? []) {
    problems[path[0] as keyof LeadForm] ??= message;
  }
  if (isReferralRequired(form.source) && !form.referral) problems.referral = texts.referralRequired;
  if (form.source?.type === 'OTHER' && form.otherSource.trim() === '') {
    problems.otherSource = texts.otherSourceRequired;
  }
  return problems;
}

/** The rules in the form library's format. */
export const leadResolver: Resolver<LeadForm> = (values) => {
  const problems = Object.entries(problemsOf(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])),
  };
};
