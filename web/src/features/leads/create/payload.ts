import type { NewLead } from '@/api/types';
import { isValidPhone, normalizePhone } from '@/shared/lib/phone';
import { type LeadForm, type OwnerOption, referralKindOf } from './lead-form';
import { texts } from './texts';

type Owners = Pick<LeadForm, 'leadAssignee' | 'secondOwner' | 'thirdOwner'>;
type Contact = Pick<LeadForm, 'firstName' | 'lastName' | 'email' | 'cellPhone'>;

/** The chosen owners, primary first. */
export function leadUsers({ leadAssignee, secondOwner, thirdOwner }: Owners): NonNullable<NewLead['LeadUsers']> {
  const user = (owner: OwnerOption | null, isPrimary: boolean) =>
    owner ? [{ WizeUserId: owner.userId, WizeOrgUnitId: owner.orgUnitId, isPrimary }] : [];
  return [...user(leadAssignee, true), ...user(secondOwner, false), ...user(thirdOwner, false)];
}

/** The known values of the lead's scenario. */
function scenario({ purpose, state, loanAmount, propertyValue }: LeadForm): NewLead['LeadScenario'] {
  return {
    loanPurpose: purpose,
    ...(state && { StateCode: state }),
    ...(loanAmount.trim() && { loanAmount: loanAmount.trim() }),
    ...(propertyValue.trim() && { propertyValue: propertyValue.trim() }),
  };
}

/** The request body with the keys of the specification. */
export function newLead(form: LeadForm, now: Date): NewLead {
  const { source, referral } = form;
  const kind = referral ? referralKindOf(source) : null;
  const note = form.note.trim();
  return {
    LeadScenario: scenario(form),
    LeadContacts: [
      {
        firstName: form.firstName.trim(),
        lastName: form.lastName.trim(),
        email: form.email.trim(),
        cellPhone: form.cellPhone.trim() ? normalizePhone(form.cellPhone) : null,
        isPrimary: true,
      },
    ],
    LeadDetail: { LeadProviderId: form.provider ? Number(form.provider) : null },
    LeadReferral: {
      LeadSourceId: source?.id ?? null,
      otherSourceDesc: source?.type === 'OTHER' ? form.otherSource.trim() : null,
      ...(kind === 'business' && { BusinessContactId: referral?.id }),
      ...(kind === 'family' && { WizeBorrowerId: referral?.id }),
      ...(kind === 'internal' && { WizeUserId: referral?.id }),
    },
    LeadUsers: leadUsers(form),
    ...(note && { Notes: [{ text: note, type: 'NOTE', metadata: { creationDate: now.toISOString() } }] }),
  };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The form as a note for an existing lead. */
export function noteOfAnother(form: LeadForm): string {
  const { firstName, lastName, email, cellPhone, purpose, source } = form;
  const parts = [`${firstName} ${lastName}`.trim(), email.trim(), cellPhone.trim(), source?.name ?? ''].filter(Boolean);
  return `<p>${escaped([texts.cameAgain(purpose), ...parts].join(', '))}</p>${form.note}`;
}

/** Minimum letters of a last name. */
const minLastNameLength = 3;

/** The fields complete enough for a search: an email, a phone number, or a first name with some letters of the last. */
export function comparable({ firstName, lastName, email, cellPhone }: Contact): NewLead['LeadContacts'] {
  const isNamed = firstName.trim() !== '' && lastName.trim().length >= minLastNameLength;
  const contact = {
    ...(isNamed && { firstName: firstName.trim(), lastName: lastName.trim() }),
    ...(/^\S+@\S+\.\S{2,}$/.test(email.trim()) && { email: email.trim() }),
    ...(isValidPhone(cellPhone) && { cellPhone: normalizePhone(cellPhone) }),
  };
  return Object.keys(contact).length > 0 ? [{ ...contact, isPrimary: true }] : [];
}
