import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import type { Loan } from '@/api/types';
import { dayOf } from '@/shared/lib/format';
import { usePermission } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { differenceText, fieldLabel, type LeftDifference } from './difference-text';
import classes from './differences.module.css';
import { texts } from './texts';

type Props = { loan: Loan; differences: readonly LeftDifference[] };

/** Differences that were postponed when the loan was created. */
export default function LeftPanel({ loan, differences }: Props) {
  const queryClient = useQueryClient();
  const mayEdit = usePermission('LOAN_EDIT');
  const settle = useMutation({
    mutationFn: ({ id, choice }: { id: number; choice: 'File' | 'Keyturn' }) =>
      answer(api.POST('/api/loan-differences/{id}/settle', { params: { path: { id } }, body: { choice } })),
    onSuccess: () => toast.success(texts.settled),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['loans'] });
      void queryClient.invalidateQueries({ queryKey: ['borrowers'] });
    },
  });
  return (
    <Panel title={texts.left(differences.length)} text={texts.leftText}>
      <ul className={classes.list} aria-label={texts.left(differences.length)}>
        {differences.map((difference) => {
          const { id, path, borrowerName, leftBy, leftAt } = difference;
          const label = `${borrowerName}, ${fieldLabel(path).toLowerCase()}`;
          return (
            <li key={id}>
              <span className={classes.label}>{label}</span>
              <span className={classes.said}>{differenceText(difference)}</span>
              <span className={`${classes.label} ${classes.left}`}>{texts.leftBy(leftBy ?? '', dayOf(leftAt))}</span>
              {mayEdit && (
                <span className={classes.actions}>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={settle.isPending}
                    onClick={() => settle.mutate({ id, choice: 'File' })}
                    aria-label={`${texts.take}: ${label}`}
                  >
                    {texts.take}
                  </Button>
                  <Button
                    variant="default"
                    size="compact-sm"
                    disabled={settle.isPending || loan.readOnly}
                    onClick={() => settle.mutate({ id, choice: 'Keyturn' })}
                    aria-label={`${texts.keep}: ${label}`}
                  >
                    {texts.keep}
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
