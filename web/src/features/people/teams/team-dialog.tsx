import { DialogFoot } from '@/shared/ui/dialog-foot';
import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import { modalWidths } from '@/shared/lib/constants';
import { AsyncSelect } from '@/shared/ui/async-select';
import { toast } from '@/shared/ui/toasts/toast-store';
import { loadMembers } from '../officers';
import users from '../users/users.module.css';
import { doubledSlots, filledOf, membersOf, slotKey, slotLabel, slots, type Team, useSaveTeam } from './teams';
import { texts } from './texts';

/** The default processors, assistants and closers of an officer's loans. */
export default function TeamDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const [filled, setFilled] = useState(() => filledOf(team));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const save = useSaveTeam(team);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const doubled = doubledSlots(filled);
    setProblems(Object.fromEntries(doubled.map((key) => [key, texts.twice])));
    if (doubled.length > 0) return;
    const members = membersOf(filled);
    save.mutate(members, {
      onSuccess: () => {
        toast.success(texts.saved);
        onClose();
      },
      onError: (error) => {
        const refused = Object.entries(error instanceof ApiError ? error.fields : {});
        const at = (path: string) => {
          const member = members[Number(path.split('/')[0])];
          return member ? slotKey({ role: member.LoanRole, primary: member.primary }) : path;
        };
        setProblems(Object.fromEntries(refused.map(([path, message]) => [at(path), message])));
        if (error instanceof ApiError && error.status === 409) {
          toast.error(texts.stale(error.message));
          onClose();
        } else if (refused.length === 0) toast.error(error.message);
      },
    });
  };
  return (
    <Modal opened onClose={onClose} title={texts.dialogTitle(team.officer.fullName)} size={modalWidths.medium}>
      <form noValidate onSubmit={submit}>
        <fieldset disabled={save.isPending} className={users.fields}>
          {slots.map((slot) => {
            const key = slotKey(slot);
            return (
              <AsyncSelect
                key={key}
                label={slotLabel(slot)}
                name={slotLabel(slot)}
                placeholder={texts.nobody}
                queryKey={['users', 'team', slot.role]}
                load={loadMembers([slot.role])}
                value={filled[key] ?? null}
                onChange={(option) => setFilled((now) => ({ ...now, [key]: option }))}
                error={problems[key]}
              />
            );
          })}
        </fieldset>
        <DialogFoot submit={texts.save} loading={save.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
