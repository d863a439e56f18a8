import { useNavigate } from '@tanstack/react-router';
import { useLicense } from '@/features/billing/use-license';
import { confirmDiscard } from '@/shared/lib/unsaved-changes';
import { useActiveUser, usePermission } from '@/shared/session/me';
import { type NewLeadData, openNewLead } from './new-lead-dialog';

/** Whether the user can add leads. Users of processing companies can't. */
export function useCanCreateLeads(): boolean {
  const mayCreate = usePermission('LEAD_CREATE');
  return useActiveUser().WizeOrgUnit.type !== 'PROCESSOR' && mayCreate;
}

/** Asks about unsaved work, opens the dialog, and navigates to the created lead. */
export function useNewLead(): (data?: NewLeadData) => Promise<void> {
  const navigate = useNavigate();
  const hasLicense = useLicense();
  return async (data) => {
    if (!hasLicense() || !(await confirmDiscard())) return;
    const lead = await openNewLead(data);
    if (lead) await navigate({ to: '/app/leads/$leadId', params: { leadId: lead.id } });
  };
}
