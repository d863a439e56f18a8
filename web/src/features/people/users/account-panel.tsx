import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useActiveUser } from '@/shared/session/me';
import { Panel } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts } from './texts';
import {
  endLogins,
  type ManagedUser,
  reactivateUser,
  resendInvitation,
  revokeInvitation,
  useUserChange,
} from './user-calls';
import classes from './users.module.css';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));
const DeactivateDialog = onDemand(() => import('./deactivate-dialog'));

/** A user's invitation, sign-ins and account state. */
export function AccountPanel({ user }: { user: ManagedUser }) {
  if (user.state === 'INVITED') return <InvitationPanel user={user} />;
  if (user.state === 'DEACTIVATED') return <ReactivationPanel user={user} />;
  return (
    <>
      <SignInsPanel user={user} />
      <DeactivationPanel user={user} />
    </>
  );
}

type Props = { user: ManagedUser };

function InvitationPanel({ user }: Props) {
  const [isAsked, setAsked] = useState(false);
  const resend = useUserChange({ change: resendInvitation, onDone: () => toast.success(texts.resent) });
  const revoke = useUserChange({ change: revokeInvitation, onDone: () => toast.success(texts.revoked) });
  return (
    <Panel
      title={texts.account}
      text={texts.invitedText}
      action={
        <div className={classes.actions}>
          <Button variant="default" loading={revoke.isPending} onClick={() => setAsked(true)}>
            {texts.revoke}
          </Button>
          <Button loading={resend.isPending} onClick={() => resend.mutate(user.id)}>
            {texts.resend}
          </Button>
        </div>
      }
    >
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.revoke}
            question={texts.revokeQuestion(user.name)}
            no={texts.cancel}
            yes={texts.revoke}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) revoke.mutate(user.id);
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function ReactivationPanel({ user }: Props) {
  const reactivate = useUserChange({
    change: reactivateUser,
    onDone: ({ state, email, name }) =>
      toast.success(state === 'INVITED' ? texts.sent(email) : texts.reactivated(name)),
  });
  return (
    <Panel
      title={texts.account}
      text={texts.reactivateText}
      action={
        <Button loading={reactivate.isPending} onClick={() => reactivate.mutate(user.id)}>
          {texts.reactivate}
        </Button>
      }
    />
  );
}

function SignInsPanel({ user }: Props) {
  const [isAsked, setAsked] = useState(false);
  const end = useMutation({
    mutationFn: endLogins,
    onSuccess: ({ ended }) => toast.success(texts.sessionsEnded(ended)),
  });
  return (
    <Panel
      title={texts.sessions}
      text={texts.sessionsText}
      action={
        <Button variant="default" loading={end.isPending} onClick={() => setAsked(true)}>
          {texts.endSessions}
        </Button>
      }
    >
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={texts.endSessions}
            question={texts.endSessionsQuestion(user.name)}
            no={texts.cancel}
            yes={texts.endSessions}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) end.mutate(user.id);
            }}
          />
        )}
      </Suspense>
    </Panel>
  );
}

function DeactivationPanel({ user }: Props) {
  const me = useActiveUser();
  const [isOpen, setOpen] = useState(false);
  if (me.id === user.id) return null;
  return (
    <Panel
      title={texts.deactivate}
      text={texts.deactivateText}
      action={
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.deactivate}
        </Button>
      }
    >
      <Suspense>{isOpen && <DeactivateDialog user={user} onClose={() => setOpen(false)} />}</Suspense>
    </Panel>
  );
}
