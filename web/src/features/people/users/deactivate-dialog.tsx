import '@/shared/ui/modal-styles';
import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { useActiveUser } from '@/shared/session/me';
import { AsyncSelect, type LoadOptions, type Option } from '@/shared/ui/async-select';
import { Loaded } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { loadMembers, ownerRoles } from '../officers';
import { texts } from './texts';
import { useRoleName } from './use-role-name';
import { deactivateUser, type ManagedUser, type OpenWork, openWorkQuery, useUserChange } from './user-calls';
import classes from './users.module.css';

type Props = { user: ManagedUser; onClose: () => void };

/** Reassigns a user's open loans and leads, then deactivates the user. */
export default function DeactivateDialog({ user, onClose }: Props) {
  const work = useQuery(openWorkQuery(user.id));
  return (
    <Modal opened onClose={onClose} title={texts.deactivateTitle(user.name)} size={modalWidths.small}>
      <Loaded query={work}>{(found) => <Form user={user} work={found} onClose={onClose} />}</Loaded>
    </Modal>
  );
}

function Form({ user, work, onClose }: Props & { work: OpenWork }) {
  const roleName = useRoleName();
  const { WizeOrgUnit } = useActiveUser();
  const unit = WizeOrgUnit.type === 'BRANCH' ? WizeOrgUnit.id : undefined;
  const { asOfficer, asTeam } = work.openLoans;
  const { asOwner, asAdditional } = work.openLeads;
  const slots = Object.entries(asTeam);
  const [officer, setOfficer] = useState<Option | null>(null);
  const [owner, setOwner] = useState<Option | null>(null);
  const [team, setTeam] = useState<Record<string, Option | null>>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const deactivate = useUserChange({
    change: deactivateUser,
    onDone: ({ name }) => {
      toast.success(texts.deactivated(name));
      onClose();
    },
    isQuiet: true,
  });

  const submit = () => {
    const missing = {
      ...(asOfficer > 0 && !officer && { LoanOfficerId: texts.newOfficerRequired }),
      ...(asOwner > 0 && !owner && { LeadOwnerId: texts.newOwnerRequired }),
    };
    setProblems(missing);
    if (Object.keys(missing).length > 0) return;
    const otherUsers = Object.fromEntries(
      Object.entries(team).flatMap(([role, chosen]) => (chosen ? [[role, chosen.id]] : [])),
    );
    deactivate.mutate(
      { id: user.id, body: { LoanOfficerId: officer?.id ?? null, otherUsers, LeadOwnerId: owner?.id ?? null } },
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
    <>
      <div className={classes.subject}>
        {asOfficer === 0 && slots.length === 0 && asOwner === 0 && asAdditional === 0 && (
          <p>{texts.deactivateQuestion(user.name)}</p>
        )}
        {asOfficer > 0 && (
          <>
            <p>{texts.openLoans(asOfficer)}</p>
            <Successor
              label={texts.newOfficer}
              help={texts.newOfficerHelp}
              queryKey={['users', 'successors', 'ORIGINATOR', user.id]}
              load={others(user, ['ORIGINATOR'], unit)}
              value={officer}
              onChange={setOfficer}
              error={problems.LoanOfficerId}
            />
          </>
        )}
        {slots.map(([role, count]) => (
          <AsyncSelect
            key={role}
            label={texts.slot(roleName(role), count)}
            name={texts.slot(roleName(role), count)}
            placeholder={texts.searchPeople}
            queryKey={['users', 'successors', role, user.id]}
            load={others(user, [role], unit)}
            value={team[role] ?? null}
            onChange={(chosen) => setTeam({ ...team, [role]: chosen })}
            error={problems[`otherUsers/${role}`]}
          />
        ))}
        {slots.length > 0 && <span className={classes.quiet}>{texts.slotHelp}</span>}
        {asOwner > 0 && (
          <>
            <p>{texts.openLeads(asOwner)}</p>
            <Successor
              label={texts.newOwner}
              help={texts.newOwnerHelp}
              queryKey={['users', 'successors', 'lead-owner', user.id]}
              load={others(user, ownerRoles, unit)}
              value={owner}
              onChange={setOwner}
              error={problems.LeadOwnerId}
            />
          </>
        )}
        {asAdditional > 0 && <span className={classes.quiet}>{texts.additionalLeads(user.name, asAdditional)}</span>}
      </div>
      <Buttons isPending={deactivate.isPending} onCancel={onClose} onSubmit={submit} />
    </>
  );
}

type SuccessorProps = {
  label: string;
  help: string;
  queryKey: readonly unknown[];
  load: LoadOptions;
  value: Option | null;
  onChange: (option: Option | null) => void;
  error: string | undefined;
};

function Successor({ label, help, ...field }: SuccessorProps) {
  return (
    <>
      <AsyncSelect label={label} name={label} placeholder={texts.searchPeople} required {...field} />
      <span className={classes.quiet}>{help}</span>
    </>
  );
}

type ButtonsProps = { isPending: boolean; onCancel: () => void; onSubmit: () => void };

function Buttons({ isPending, onCancel, onSubmit }: ButtonsProps) {
  return (
    <Group justify="flex-end" gap={8} mt={20}>
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button loading={isPending} onClick={onSubmit}>
        {texts.deactivate}
      </Button>
    </Group>
  );
}

/** Members with one of these roles except the deactivated user. In a branch, only its own users. */
const others =
  (user: ManagedUser, roles: readonly string[], unit: number | undefined): LoadOptions =>
  async (query, signal) => {
    const { options, count } = await loadMembers(roles, { unit })(query, signal);
    const own = user.memberships.map(({ WizeUserOrgUnitId }) => WizeUserOrgUnitId);
    return { options: options.filter(({ id }) => !own.includes(id)), count };
  };
