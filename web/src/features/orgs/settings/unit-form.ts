import { z } from '@/shared/lib/schema';
import { schemaResolver } from '@/shared/lib/schema-resolver';
import { patternProblem } from './loan-number';
import { texts } from './texts';
import type { Unit, UnitChange } from './unit';

export type HolidayField = { date: string | null; name: string };

/** Fields of the settings form. */
export type UnitForm = {
  name: string;
  displayName: string;
  nmlsId: string;
  street: string;
  city: string;
  stateCode: string | null;
  postalCode: string;
  timeZone: string;
  inheritsCalendar: boolean;
  saturdayOpen: boolean;
  /** Monday is 1, Friday is 5. Texts, because the group of checkboxes has text values. */
  openWeekdays: string[];
  holidays: HolidayField[];
  sessionTimeoutMinutes: string;
  isNonDelegated: boolean;
  loanNumberPattern: string;
  secondFactorResetNeedsApproval: boolean;
  contactVisibility: string;
  borrowerPortalUrl: string;
  borrowerPortalSpanishUrl: string;
  realtorPortalUrl: string;
};

/** Monday to Friday. */
export const weekdays = ['1', '2', '3', '4', '5'] as const;

export const emptyForm: UnitForm = {
  name: '',
  displayName: '',
  nmlsId: '',
  street: '',
  city: '',
  stateCode: null,
  postalCode: '',
  timeZone: '',
  inheritsCalendar: true,
  saturdayOpen: false,
  openWeekdays: [...weekdays],
  holidays: [],
  sessionTimeoutMinutes: '',
  isNonDelegated: false,
  loanNumberPattern: '',
  secondFactorResetNeedsApproval: false,
  contactVisibility: 'OWN_AND_LINKED',
  borrowerPortalUrl: '',
  borrowerPortalSpanishUrl: '',
  realtorPortalUrl: '',
};

export const formOf = (unit: Unit): UnitForm => ({
  name: unit.name,
  displayName: unit.displayName,
  nmlsId: unit.nmlsId ?? '',
  street: unit.address.street ?? '',
  city: unit.address.city ?? '',
  stateCode: unit.address.stateCode ?? null,
  postalCode: unit.address.postalCode ?? '',
  timeZone: unit.timeZone,
  inheritsCalendar: unit.inheritsCalendar ?? false,
  saturdayOpen: unit.saturdayOpen ?? false,
  openWeekdays: weekdays.filter((day) => !(unit.closedWeekdays ?? []).includes(Number(day))),
  holidays: (unit.holidays ?? []).map(({ date, name }) => ({ date, name })),
  sessionTimeoutMinutes: String(unit.sessionTimeoutMinutes ?? ''),
  isNonDelegated: unit.isNonDelegated ?? false,
  loanNumberPattern: unit.loanNumberPattern ?? '',
  secondFactorResetNeedsApproval: unit.secondFactorResetNeedsApproval ?? false,
  contactVisibility: unit.contactVisibility ?? 'OWN_AND_LINKED',
  borrowerPortalUrl: unit.borrowerPortalUrl ?? '',
  borrowerPortalSpanishUrl: unit.borrowerPortalSpanishUrl ?? '',
  realtorPortalUrl: unit.realtorPortalUrl ?? '',
});

/** Settings that a branch has itself. */
export const branchPart = (form: UnitForm) => ({
  name: form.name,
  displayName: form.displayName,
  nmlsId: form.nmlsId,
  address: { street: form.street, city: form.city, stateCode: form.stateCode ?? '', postalCode: form.postalCode },
  timeZone: form.timeZone,
});

const portalsPart = ({ borrowerPortalUrl, borrowerPortalSpanishUrl, realtorPortalUrl }: UnitForm) => ({
  borrowerPortalUrl,
  borrowerPortalSpanishUrl,
  realtorPortalUrl,
});

const daysPart = (form: UnitForm) => ({
  saturdayOpen: form.saturdayOpen,
  closedWeekdays: weekdays.filter((day) => !form.openWeekdays.includes(day)).map(Number),
  holidays: form.holidays.map(({ date, name }) => ({ date: date ?? '', name })),
});

/** Fields that change how deadlines are counted. */
export const calendarFields = ['inheritsCalendar', 'saturdayOpen', 'openWeekdays', 'holidays'] as const;

/** The request body. A branch sends only its own settings. */
export const changeOf = (form: UnitForm, isCompany: boolean): UnitChange =>
  isCompany
    ? {
        ...branchPart(form),
        ...portalsPart(form),
        ...daysPart(form),
        sessionTimeoutMinutes: Number(form.sessionTimeoutMinutes),
        isNonDelegated: form.isNonDelegated,
        loanNumberPattern: form.loanNumberPattern,
        secondFactorResetNeedsApproval: form.secondFactorResetNeedsApproval,
        contactVisibility: form.contactVisibility,
      }
    : {
        ...branchPart(form),
        ...portalsPart(form),
        inheritsCalendar: form.inheritsCalendar,
        ...(form.inheritsCalendar ? {} : daysPart(form)),
      };

const text = z.string().trim();

const holidays = z
  .array(
    z.object({
      date: z.string({ error: texts.dateRequired }).min(1, texts.dateRequired),
      name: text.min(1, texts.required),
    }),
  )
  .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, texts.dateTwice);

const openWeekdays = z.array(z.string()).min(1, texts.oneWeekday);

const branchRules = z.object({
  name: text.min(1, texts.required),
  displayName: text.min(1, texts.required),
  nmlsId: text.regex(/^\d{0,12}$/, texts.nmlsIdRule),
  postalCode: text.regex(/^(\d{5}([- ]?\d{4})?)?$/, texts.postalCodeRule),
  openWeekdays,
  holidays,
});

const companyRules = branchRules.extend({
  sessionTimeoutMinutes: z
    .string()
    .refine((typed) => /^\d+$/.test(typed) && Number(typed) >= 5 && Number(typed) <= 480, texts.sessionTimeoutRule),
  loanNumberPattern: z.string().superRefine((pattern, problems) => {
    const problem = patternProblem(pattern.trim());
    if (problem) problems.addIssue({ code: 'custom', message: problem });
  }),
});

export const resolverOf = (isCompany: boolean) => schemaResolver<UnitForm>(isCompany ? companyRules : branchRules);

/** The field for a path in the server's error. */
export const fieldOf = (path: string): keyof UnitForm => {
  const parts = path.split('/');
  if (parts[0] === 'closedWeekdays') return 'openWeekdays';
  return (parts[0] === 'address' ? parts[1] : parts[0]) as keyof UnitForm;
};

/** The fields that differ between two versions of the settings. */
export const changedFields = (before: Unit, after: Unit): (keyof UnitForm)[] => {
  const [one, other] = [formOf(before), formOf(after)];
  return (Object.keys(one) as (keyof UnitForm)[]).filter(
    (field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  );
};

/** Labels of the fields. */
export const labelOf: Record<keyof UnitForm, string> = {
  name: texts.name,
  displayName: texts.displayName,
  nmlsId: texts.nmlsId,
  street: texts.street,
  city: texts.city,
  stateCode: texts.state,
  postalCode: texts.postalCode,
  timeZone: texts.timeZone,
  inheritsCalendar: texts.inheritsCalendar,
  saturdayOpen: texts.saturdayOpen,
  openWeekdays: texts.openWeekdays,
  holidays: texts.ownHolidays,
  sessionTimeoutMinutes: texts.sessionTimeout,
  isNonDelegated: texts.nonDelegated,
  loanNumberPattern: texts.pattern,
  secondFactorResetNeedsApproval: texts.resetApproval,
  contactVisibility: texts.contactVisibility,
  borrowerPortalUrl: texts.borrowerPortal,
  borrowerPortalSpanishUrl: texts.borrowerPortalSpanish,
  realtorPortalUrl: texts.agentPortal,
};
