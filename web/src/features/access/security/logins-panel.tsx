import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Loaded, Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { endAllLogins, endLogin, type Login, listLogins } from '../calls';
import { leaveToSessionEnded } from '../session';
import classes from './security-page.module.css';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

const loginsQuery = {
  queryKey: ['logins'],
  queryFn: async () => (await listLogins()).rows,
  staleTime: 0,
  meta: { quiet: true },
} as const;

/** Lists the user's signed-in devices, this one first, with buttons to sign them out. */
export function LoginsPanel() {
  const logins = useQuery(loginsQuery);
  const [isAsked, setAsked] = useState(false);
  const endAll = useMutation({ mutationFn: endAllLogins, onSuccess: leaveToSessionEnded });
  return (
    <Panel
      title={texts.devicesTitle}
      text={texts.devicesText}
      action={
        <Button variant="default" loading={endAll.isPending || endAll.isSuccess} onClick={() => setAsked(true)}>
          {texts.endAll}
        </Button>
      }
    >
      <Loaded query={logins}>{(rows) => <Logins rows={rows} />}</Loaded>
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.endAllTitle}
            question={texts.endAllQuestion}
            no={texts.cancel}
            yes={texts.endAll}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) endAll.mutate();
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function Logins({ rows }: { rows: readonly Login[] }) {
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: ({ id }: Login) => endLogin(id),
    onSuccess: (_nothing, { device }) => toast.success(texts.ended(device)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: loginsQuery.queryKey }),
  });
  const newestFirst = rows.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt),
  );
  return (
    <table className={classes.logins}>
      <thead>
        <tr>
          <th scope="col">{texts.device}</th>
          <th scope="col">{texts.lastSeen}</th>
          <th scope="col">{texts.signedIn}</th>
          <th scope="col">{texts.openTabs}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {newestFirst.map((login) => (
          <tr key={login.id}>
            <td>
              <span className={classes.device}>{login.device}</span>
              {login.isCurrent && <span className={classes.thisDevice}>{texts.thisDevice}</span>}
            </td>
            <td data-label={texts.lastSeen} className={classes.when}>
              {login.isCurrent ? texts.now : dayAndTime(login.lastSeenAt)}
            </td>
            <td data-label={texts.signedIn}>{dayAndTime(login.startedAt)}</td>
            <td>{texts.tabs(login.tabs)}</td>
            <td>
              {!login.isCurrent && (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={texts.endOf(login.device)}
                  loading={end.isPending && end.variables.id === login.id}
                  onClick={() => end.mutate(login)}
                >
                  {texts.end}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
