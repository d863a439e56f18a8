import { Button } from '@mantine/core';
import IconUserShield from '@tabler/icons-react/dist/esm/icons/IconUserShield.mjs';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { User } from '@/api/types';
import { confirmLeave } from '@/shared/lib/unsaved-changes';
import { displayName, meQuery } from '@/shared/session/me';
import { stopActing } from './acting';
import classes from './acting-bar.module.css';
import { texts } from './texts';

/** A bar above the header while the user acts on behalf of another user. Shows both users and a button to stop. */
export function ActingBar() {
  const { loggedInUser, activeUser } = useSuspenseQuery(meQuery).data;
  const stop = useMutation({ mutationFn: stopActing });
  if (loggedInUser.id === activeUser.id) return null;
  const leave = async () => {
    if (await confirmLeave()) stop.mutate();
  };
  return (
    <section className={classes.bar} aria-label={texts.acting}>
      <IconUserShield size={16} aria-hidden />
      <p>
        {texts.signedInAs} <strong>{displayName(loggedInUser)}</strong>, {texts.actingFor}{' '}
        <strong>{displayName(activeUser)}</strong>
        <span className={classes.where}>
          {activeUser.WizeRoles.map(({ name }) => name).join(', ')} · {whereOf(activeUser)}
        </span>
      </p>
      <Button
        size="compact-xs"
        variant="default"
        loading={stop.isPending || stop.isSuccess}
        onClick={() => void leave()}
      >
        {texts.back}
      </Button>
    </section>
  );
}

/** The company and its branch, because branches of two companies may have the same name. */
const whereOf = ({ WizeOrgUnit: { displayName: unit, companyName } }: User) =>
  unit === companyName ? companyName : `${companyName}, ${unit}`;
