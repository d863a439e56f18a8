import '@/shared/ui/modal-styles';
import { Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { ApiError } from '@/api/errors';
import type { Loan } from '@/api/types';
import { loadOfficers } from '@/features/people/officers';
import { modalWidths } from '@/shared/lib/constants';
import { usePermissions } from '@/shared/session/me';
import { AsyncSelect, type LoadOptions } from '@/shared/ui/async-select';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { toast } from '@/shared/ui/toasts/toast-store';
import { conflictsOf, useChangeTeam } from './change-team';
import { Desks } from './desks';
import { changesOf, type Filled, filledBy, othersOf, type Person } from './filled';
import { doubled, type Pair, pairsShown, type SlotName } from './slots';
import { loadForPair } from './team';
import classes from './team.module.css';
import { TeamWarnings } from './team-warnings';
import { texts } from './texts';

const loadAsOfficers: LoadOptions<Person> = async (asked, signal) => {
  const { options, count } = await loadOfficers(asked, signal);
  return { options: options.map((option) => ({ ...option, role: 'ORIGINATOR' as const })), count };
};

const isDesk = ({ permission }: Pair) => permission === 'LOAN_ADMIN_TEAM_EDIT';

/** Edits the team of an existing loan. After a conflict, shows the members that another user chose. */
export default function TeamDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const { permissions } = usePermissions();
  const navigate = useNavigate();
  // The team that the user saw: as of opening the dialog, plus later conflicts.
  const [seen, setSeen] = useState(() => filledBy(loan.team));
  const [chosen, setChosen] = useState<Filled>({});
  const save = useChangeTeam(loan.id);
  const filled = { ...seen, ...chosen };
  const changes = changesOf(seen, chosen);
  const officer = filled.loanOfficer;
  const shown = pairsShown(permissions);
  const twice = doubled((slot) => filled[slot]?.id);
  const refused = save.error instanceof ApiError ? save.error.fields : {};
  const now = conflictsOf(save.error);
  const errorOf = (slot: SlotName) => {
    if (slot === 'loanOfficer' && !officer) return texts.officerRequired;
    if (twice.some((junior) => junior === slot)) return texts.twice[slot as keyof typeof texts.twice];
    return now && slot in now ? texts.standsThere(now[slot]?.label) : refused[slot];
  };
  const isWrong = !officer || twice.length > 0;
  const hasOtherError = save.isError && Object.keys(refused).length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes.length === 0) return onClose();
    if (isWrong) return;
    save.mutate(changes, {
      onSuccess: ({ accessWarning }) => {
        toast.success(texts.saved);
        onClose();
        if (!accessWarning) return;
        toast.warning(accessWarning.text);
        void navigate({ to: '/app/loans' });
      },
      onError: (error) => setSeen((known) => ({ ...known, ...conflictsOf(error) })),
    });
  };
  const slot = (pair: Pair, name: SlotName) => (
    <AsyncSelect<Person>
      key={name}
      label={texts.slots[name]}
      name={texts.slots[name]}
      placeholder={name === 'loanOfficer' ? texts.search : texts.nobody}
      required={name === 'loanOfficer'}
      queryKey={['users', 'team', name, ...(pair.primary === 'loanProcessor' ? [officer?.id] : [])]}
      load={pair.primary === 'loanOfficer' ? loadAsOfficers : loadForPair(pair, officer?.id)}
      value={filled[name] ?? null}
      onChange={(person) => setChosen((before) => ({ ...before, [name]: person }))}
      error={errorOf(name)}
    />
  );
  const row = (pair: Pair) => (
    <div key={pair.primary} className={classes.pair}>
      {slot(pair, pair.primary)}
      {slot(pair, pair.junior)}
    </div>
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.change}
      size={modalWidths.small}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate className={classes.form}>
        {shown.filter((pair) => !isDesk(pair)).map(row)}
        {shown.some(isDesk) && (
          <Desks isFilled={shown.some((pair) => isDesk(pair) && (filled[pair.primary] ?? filled[pair.junior]))}>
            {shown.filter(isDesk).map(row)}
          </Desks>
        )}
        {changes.length > 0 && (
          <TeamWarnings
            officer={officer?.id}
            licensed={chosen.loanOfficer?.user?.id}
            others={othersOf(filled)}
            state={loan.StateCode}
            isSettled={permissions.includes('LOAN_CREATE')}
          />
        )}
        {hasOtherError && (
          <p role="alert" className={classes.failure}>
            {save.error?.message} {now && texts.saveAgain}
          </p>
        )}
        <DialogFoot submit={texts.save} loading={save.isPending} onCancel={onClose} />
      </form>
    </Modal>
  );
}
