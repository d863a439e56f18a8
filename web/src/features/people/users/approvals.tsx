import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { dayAndTime } from '@/shared/lib/format';
import { ListTable } from '@/shared/ui/list-table';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';
import { decideReset, resetsQuery, type SecondFactorReset } from './user-calls';
import classes from './users.module.css';

/** Requests for second-factor resets that need approval. Renders nothing if there are none. */
export function Approvals() {
  const queryClient = useQueryClient();
  const resets = useQuery(resetsQuery);
  const decide = useMutation({
    mutationFn: decideReset,
    onSuccess: ({ rows }) => queryClient.setQueryData(resetsQuery.queryKey, rows),
    onError: () => void resets.refetch(),
  });
  const answer = ({ id, name }: SecondFactorReset, approves: boolean) =>
    decide.mutate(
      { id, approves },
      { onSuccess: () => toast.success(approves ? texts.approved(name) : texts.refused(name)) },
    );
  if (!resets.data || resets.data.length === 0) return null;
  return (
    <Panel title={texts.approvals} text={texts.approvalsText}>
      <div className={classes.rows}>
        <ListTable
          label={texts.approvals}
          columns={[
            { key: 'name', head: texts.name, cell: ({ name }) => name },
            { key: 'email', head: texts.email, cell: ({ email }) => <span className={classes.email}>{email}</span> },
            {
              key: 'at',
              head: texts.requested,
              width: 170,
              fitsContent: true,
              cell: ({ requestedAt }) => dayAndTime(requestedAt),
            },
          ]}
          rows={resets.data}
          rowKey={({ id }) => id}
          actionWidth={168}
          actions={(reset) => (
            <span className={classes.actions}>
              <Button
                variant="default"
                size="compact-xs"
                aria-label={texts.refuseOf(reset.name)}
                disabled={decide.isPending}
                onClick={() => answer(reset, false)}
              >
                {texts.refuse}
              </Button>
              <Button
                size="compact-xs"
                aria-label={texts.approveOf(reset.name)}
                disabled={decide.isPending}
                onClick={() => answer(reset, true)}
              >
                {texts.approve}
              </Button>
            </span>
          )}
        />
      </div>
    </Panel>
  );
}
