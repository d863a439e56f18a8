import type { Resolver } from 'react-hook-form';
import { isValidPhone } from '@/shared/lib/phone';
import { z } from '@/shared/lib/schema';
import type { Option } from '@/shared/ui/async-select';
import { texts } from './texts';

/** Somebody in a branch: people own leads there. */
export type OwnerOption = Option & { userId: number; orgUnitId: number };

export type LeadSource = { id: number; name: string; type: string };

/** What the dialog's fields hold, as they are typed. */
export type LeadForm = {
  firstName: string;
  lastName: string;
  email: string;
  cellPhone: string;
  purpose: 'Purchase' | 'Refinance';
  /** Where the property is, and the amounts in dollars, as far as they are known. */
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

/** A form as it is opened. */
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

/** Who refers leads of a source, and where they are looked for. */
export type ReferralKind = 'business' | 'family' | 'internal';

const referralKinds: Record<string, ReferralKind> = {
  BUSINESS_CONTACT: 'business',
  FRIEND_FAMILY: 'family',
  INTERNAL_CONTACT: 'internal',
};

/** Which contacts a source asks for; none for most. */
export const referralKindOf = (source: LeadSource | null): ReferralKind | null =>
  referralKinds[source?.type ?? ''] ?? null;

/** Friends and family need not be named. */
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

/** What is wrong with the owners: they differ as people, whatever their branches. */
export function ownerProblems({ leadAssignee, secondOwner, thirdOwner }: LeadForm): Problems {
  if (!leadAssignee) return { leadAssignee: texts.primaryOwnerRequired };
  const problems: Problems = {};
  const [primary, second, third] = [leadAssignee.userId, secondOwner?.userId, thirdOwner?.userId];
  if (primary === second || primary === third) problems.leadAssignee = texts.primaryOwnerTwice;
  if (second !== undefined && second === third) problems.thirdOwner = texts.additionalOwnerTwice;
  return problems;
}

/** What is wrong, by field; the first message of each. */
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

/** The rules as the form library asks for them. */
export const leadResolver: Resolver<LeadForm> = (values) => {
  const problems = Object.entries(problemsOf(values));
  if (problems.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(problems.map(([field, message]) => [field, { type: 'rule', message }])),
  };
};
