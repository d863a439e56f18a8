import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Combobox.layer.css';
import { Button, Group, Modal, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useActiveUser } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { RoleChecks } from './role-checks';
import { texts } from './texts';
import { addMembership, grantableQuery, type ManagedUser, openUnitsQuery, useUserChange } from './user-calls';
import classes from './users.module.css';

/** Adds a user to another branch. */
export default function AddMembershipDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const { WizeOrgUnit } = useActiveUser();
  const isBranch = WizeOrgUnit.type === 'BRANCH';
  const units = useQuery({ ...openUnitsQuery(WizeOrgUnit.id), enabled: !isBranch });
  const grantable = useQuery(grantableQuery(WizeOrgUnit.id));
  const [unit, setUnit] = useState<string | null>(null);
  const [roles, setRoles] = useState<string[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const add = useUserChange({
    change: addMembership,
    onDone: () => {
      toast.success(texts.saved);
      onClose();
    },
    isQuiet: true,
  });
  const has = user.memberships.map(({ WizeOrgUnitId }) => WizeOrgUnitId);
  const choices = (isBranch ? [WizeOrgUnit] : (units.data ?? [])).filter(({ id }) => !has.includes(id));
  const submit = () => {
    const missing = {
      ...(unit ? {} : { WizeOrgUnitId: texts.branchRequired }),
      ...(roles.length > 0 ? {} : { roles: texts.rolesRequired }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    add.mutate(
      { id: user.id, body: { WizeOrgUnitId: Number(unit), roles } },
      {
        onError: (error) => {
          const fields = error instanceof ApiError ? error.fields : {};
          setProblems(fields);
          if (Object.keys(fields).length === 0) toast.error(error.message);
        },
      },
    );
  };
  return (
    <Modal opened onClose={onClose} title={texts.addTitle} size={modalWidths.small}>
      <div className={classes.subject}>
        <Select
          label={texts.branch}
          required
          placeholder={texts.chooseBranch}
          data={choices.map(({ id, displayName }) => ({ value: String(id), label: displayName }))}
          searchable={choices.length > 10}
          value={unit}
          onChange={setUnit}
          error={problems.WizeOrgUnitId}
        />
        <RoleChecks grantable={grantable.data ?? []} value={roles} onChange={setRoles} error={problems.roles} />
      </div>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button loading={add.isPending} onClick={submit}>
          {texts.add}
        </Button>
      </Group>
    </Modal>
  );
}
