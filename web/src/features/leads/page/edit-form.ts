import type { Lead, LeadChange } from '@/api/types';
import { amountTyped } from '@/shared/lib/format';
import { formatPhone } from '@/shared/lib/phone';
import type { LeadForm, OwnerOption } from '../create/lead-form';
import { newLead } from '../create/payload';

/** The fields of the Add Lead form, and the next follow-up date. */
export type EditForm = LeadForm & { nextFollowUpOn: string | null };

const owner = (user: Lead['LeadUsers'][number] | undefined): OwnerOption | null =>
  user
    ? {
        id: user.WizeUserOrgUnitId,
        userId: user.WizeUserId,
        orgUnitId: user.WizeOrgUnitId,
        label: user.name,
        hint: user.branchName,
      }
    : null;

/** Converts a lead to form values. */
export function formOf(lead: Lead): EditForm {
  const [contact] = lead.LeadContacts;
  const { LeadReferral: referral } = lead;
  const referrer = referral.BusinessContactId ?? referral.WizeBorrowerId ?? referral.WizeUserId;
  return {
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    email: contact?.email ?? '',
    cellPhone: formatPhone(contact?.cellPhone ?? ''),
    purpose: lead.LeadScenario.loanPurpose === 'Refinance' ? 'Refinance' : 'Purchase',
    state: lead.LeadScenario.StateCode ?? null,
    loanAmount: amountTyped(lead.LeadScenario.loanAmount),
    propertyValue: amountTyped(lead.LeadScenario.propertyValue),
    source: referral.LeadSourceId
      ? { id: referral.LeadSourceId, name: referral.sourceName ?? '', type: referral.sourceType ?? '' }
      : null,
    otherSource: referral.otherSourceDesc ?? '',
    referral: referrer ? { id: referrer, label: referral.referrerName ?? '' } : null,
    provider: lead.LeadDetail.LeadProviderId ? String(lead.LeadDetail.LeadProviderId) : null,
    leadAssignee: owner(lead.LeadUsers[0]),
    secondOwner: owner(lead.LeadUsers[1]),
    thirdOwner: owner(lead.LeadUsers[2]),
    note: '',
    nextFollowUpOn: lead.nextFollowUpOn ?? null,
  };
}

/** The request body for the changes. Contacts other than the first stay unchanged. */
export function changeOf(lead: Lead, form: EditForm): LeadChange {
  const change = newLead(form, new Date(0));
  const others = lead.LeadContacts.slice(1);
  return {
    LeadScenario: change.LeadScenario,
    LeadContacts: [...change.LeadContacts, ...others],
    LeadDetail: change.LeadDetail ?? null,
    LeadReferral: change.LeadReferral ?? null,
    LeadUsers: change.LeadUsers ?? null,
    nextFollowUpOn: form.nextFollowUpOn,
  };
}
