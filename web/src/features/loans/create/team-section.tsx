import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useFormContext } from 'react-hook-form';
import { loadOfficers, type MemberOption } from '@/features/people/officers';
import { usePermissions } from '@/shared/session/me';
import { AsyncSelect } from '@/shared/ui/async-select';
import { Desks } from '../team/desks';
import { type Pair, pairsShown, type SlotName } from '../team/slots';
import { defaultTeamQuery, loadForPair, otherUsersOf, prefilled, type Team } from '../team/team';
import { TeamWarnings } from '../team/team-warnings';
import { texts } from '../team/texts';
import classes from './create-loan-modal.module.css';
import { type LoanForm, twiceInTeam, wholeTeam } from './loan-form';
import { Section } from './section';

/** The loan's team: a primary and an additional slot for each role. */
export function TeamSection() {
  const { watch, formState } = useFormContext<LoanForm>();
  const [officer, chosen, state] = watch(['officer', 'team', 'state']);
  const defaults = useQuery({ ...defaultTeamQuery(officer?.id ?? 0), enabled: officer !== null });
  const team = wholeTeam(officer && defaults.data ? prefilled(officer, defaults.data) : {}, { team: chosen });
  const shown = pairsShown(usePermissions().permissions);
  const isDesk = ({ permission }: Pair) => permission === 'LOAN_ADMIN_TEAM_EDIT';
  const twice = twiceInTeam(officer, team);
  const refused: Partial<Record<SlotName, { message?: string }>> = formState.errors.team ?? {};
  const errorOf = (slot: SlotName) => twice[slot] ?? refused[slot]?.message;
  const row = (pair: Pair) => <PairRow key={pair.primary} pair={pair} team={team} errorOf={errorOf} />;
  return (
    <Section title={texts.team}>
      {shown.filter((pair) => !isDesk(pair)).map(row)}
      {shown.some(isDesk) && (
        <Desks isFilled={shown.some((pair) => isDesk(pair) && isInTeam(pair, team))}>
          {shown.filter(isDesk).map(row)}
        </Desks>
      )}
      {defaults.isError && (
        <p className={classes.failed}>
          {texts.defaultsFailed}
          <Button variant="default" size="compact-xs" onClick={() => void defaults.refetch()}>
            {texts.retry}
          </Button>
        </p>
      )}
      <TeamWarnings
        officer={officer?.id}
        licensed={officer?.user.id}
        others={otherUsersOf(team)}
        state={state}
        isSettled={!defaults.isLoading}
      />
    </Section>
  );
}

const isInTeam = ({ primary, junior }: Pair, team: Team) => Boolean(team[primary] ?? team[junior]);

type RowProps = { pair: Pair; team: Team; errorOf: (slot: SlotName) => string | undefined };

function PairRow({ pair, team, errorOf }: RowProps) {
  return (
    <div className={classes.pair}>
      {pair.primary === 'loanOfficer' ? (
        <Officer error={errorOf('loanOfficer')} />
      ) : (
        <Person pair={pair} slot={pair.primary} team={team} error={errorOf(pair.primary)} />
      )}
      <Person pair={pair} slot={pair.junior} team={team} error={errorOf(pair.junior)} />
    </div>
  );
}

/** The loan officer. Another officer resets the rest of the team. */
function Officer({ error }: { error: string | undefined }) {
  const { watch, setValue, clearErrors, formState } = useFormContext<LoanForm>();
  const choose = (officer: MemberOption | null) => {
    setValue('officer', officer, { shouldDirty: true });
    setValue('team', {}, { shouldDirty: true });
    clearErrors(['officer', 'team']);
  };
  return (
    <AsyncSelect
      label={texts.slots.loanOfficer}
      name={texts.slots.loanOfficer}
      placeholder={texts.search}
      required
      queryKey={['users', 'officers']}
      load={loadOfficers}
      value={watch('officer')}
      onChange={choose}
      error={formState.errors.officer?.message ?? error}
    />
  );
}

type PersonProps = { pair: Pair; slot: SlotName; team: Team; error: string | undefined };

function Person({ pair, slot, team, error }: PersonProps) {
  const { watch, getValues, setValue, clearErrors } = useFormContext<LoanForm>();
  const officer = watch('officer')?.id;
  return (
    <AsyncSelect
      label={texts.slots[slot]}
      name={texts.slots[slot]}
      placeholder={texts.nobody}
      queryKey={['users', 'team', pair.primary, ...(pair.primary === 'loanProcessor' ? [officer] : [])]}
      load={loadForPair(pair, officer)}
      value={team[slot] ?? null}
      onChange={(person) => {
        setValue('team', { ...getValues('team'), [slot]: person }, { shouldDirty: true });
        clearErrors('team');
      }}
      error={error}
    />
  );
}
