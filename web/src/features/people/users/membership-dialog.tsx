import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Checkbox, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useActiveUser } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { RoleChecks } from './role-checks';
import { texts } from './texts';
import { editMembership, grantableQuery, type ManagedMembership, type ManagedUser, useUserChange } from './user-calls';
import classes from './users.module.css';

type Props = { user: ManagedUser; membership: ManagedMembership; onClose: () => void };

/** Edits a user's roles in one branch. */
export default function MembershipDialog({ user, membership, onClose }: Props) {
  const { WizeOrgUnit } = useActiveUser();
  const grantable = useQuery(grantableQuery(WizeOrgUnit.id));
  const [roles, setRoles] = useState<string[]>(membership.roles);
  const [active, setActive] = useState(membership.active);
  const [isDefault, setDefault] = useState(membership.isDefault);
  const [problem, setProblem] = useState<string>();
  const save = useUserChange({
    change: editMembership,
    onDone: () => {
      toast.success(texts.saved);
      onClose();
    },
    isQuiet: true,
  });
  const isOwn = !user.homeCompany;
  const submit = () => {
    if (isOwn && roles.length === 0) {
      setProblem(texts.rolesRequired);
      return;
    }
    const { WizeUserOrgUnitId: id, version } = membership;
    save.mutate(
      { id, version, body: { ...(isOwn ? { roles } : {}), active, isDefault } },
      {
        onError: (error) => {
          const refused = error instanceof ApiError ? error.fields.roles : undefined;
          setProblem(refused);
          if (!refused) toast.error(error.message);
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.membershipTitle(membership.displayName)} size={modalWidths.small}>
      <div className={classes.subject}>
        {isOwn && <RoleChecks grantable={grantable.data ?? []} value={roles} onChange={setRoles} error={problem} />}
        {isOwn && (
          <Checkbox
            label={texts.startsHere}
            checked={isDefault && active}
            disabled={!active || membership.isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
        )}
        <Checkbox
          label={texts.active}
          description={texts.activeHelp}
          checked={active}
          onChange={(event) => setActive(event.currentTarget.checked)}
        />
      </div>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button loading={save.isPending} onClick={submit}>
          {texts.save}
        </Button>
      </Group>
    </Modal>
  );
}
