import { useQuery } from '@tanstack/react-query';
import { WarningNote } from '@/shared/ui/warning-note';
import { licensesOfQuery, type OtherUsers, teamCheckQuery } from './team';
import classes from './team.module.css';
import { texts } from './texts';

type Props = {
  /** The officer's membership id. */
  officer: number | undefined;
  /** The officer's user id, for the license check. */
  licensed: number | undefined;
  others: OtherUsers;
  state: string | null | undefined;
  /** Whether the team has loaded. */
  isSettled: boolean;
};

/** Warnings about the team before the loan is saved. None of them prevents saving. */
export function TeamWarnings({ officer, licensed, others, state, isSettled }: Props) {
  const licenses = useQuery({ ...licensesOfQuery(licensed ?? 0), enabled: licensed !== undefined });
  const checked = useQuery({
    ...teamCheckQuery(officer ?? 0, others),
    enabled: officer !== undefined && isSettled,
  });
  const isLicensed = licenses.data?.some(({ licenseState, isAuthorized }) => licenseState === state && isAuthorized);
  const warning = officer === undefined ? null : checked.data?.warning;
  return (
    <div role="status" aria-label={texts.warnings} className={classes.warnings}>
      {licensed !== undefined && state && isLicensed === false && (
        <WarningNote text={texts.notLicensed} tooltip={texts.notLicensedMore} />
      )}
      {warning && <WarningNote text={warning.text} />}
    </div>
  );
}
