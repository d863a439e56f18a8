import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Loan } from '@/api/types';
import { usePermission } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { useLenders } from '../lenders';
import type { LoanCenter } from './loan-center';
import { texts } from './texts';

type Props = { loan: Loan; lender: LoanCenter['lender'] };

/** The loan's lender, chosen from the company's list. */
export function LenderPanel({ loan, lender }: Props) {
  const queryClient = useQueryClient();
  const lenders = useLenders() ?? [];
  const mayEdit = usePermission('LOAN_EDIT') && !loan.readOnly;
  const change = useMutation({
    mutationFn: (lenderId: number | null) => {
      const body = { from: lender?.id ?? null, lenderId };
      return answer(api.PUT('/api/loans/{id}/lender', { params: { path: { id: loan.id } }, body }));
    },
    onSuccess: () => toast.success(texts.lenderSaved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['loans'] }),
  });
  const retired = lender && !lenders.some(({ id }) => id === lender.id) ? [lender] : [];
  return (
    <Panel title={texts.lender}>
      <NativeSelect
        aria-label={texts.lender}
        disabled={!mayEdit || change.isPending}
        value={String(lender?.id ?? '')}
        data={[
          { value: '', label: texts.noLender },
          ...[...retired, ...lenders].map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => change.mutate(Number(event.currentTarget.value) || null)}
      />
    </Panel>
  );
}
