import { Button } from '@mantine/core';
import IconCertificate from '@tabler/icons-react/dist/esm/icons/IconCertificate.mjs';
import IconFilterOff from '@tabler/icons-react/dist/esm/icons/IconFilterOff.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { day } from '@/shared/lib/format';
import { useLookups } from '@/shared/session/lookups';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterInput } from '@/shared/ui/filter-input';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { ListPanel } from '@/shared/ui/list-panel';
import { OffsetPager } from '@/shared/ui/offset-pager';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { StateMark } from '@/shared/ui/state-mark';
import { type MatrixCell, type MatrixSearch, matrixQuery } from './matrix';
import classes from './matrix.module.css';
import { texts } from './texts';

/** Licenses of officers by state, and which are missing. */
export function LicenseMatrixPage({ search }: { search: MatrixSearch }) {
  const navigate = useNavigate({ from: '/app/settings/licenses/matrix' });
  const lookups = useLookups();
  const matrix = useQuery(matrixQuery(search));
  const go = (to: MatrixSearch, replace = false) =>
    void navigate({ search: { ...search, page: undefined, ...to }, replace });
  const { rows = [], count = 0, firstRow = 1 } = matrix.data ?? {};
  const stateName = (code: string) => lookups.states.find((state) => state.code === code)?.name ?? code;
  return (
    <SettingsPage
      title={texts.matrixTitle}
      text={texts.matrixText}
      back={<Link to="/app/settings/licenses">{texts.back}</Link>}
    >
      <ListPanel
        isPending={matrix.isPending}
        tools={
          <>
            <FilterInput
              label={texts.filterOfficers}
              value={search.string ?? ''}
              onChange={(string) => go({ string: string || undefined }, true)}
            />
            <FilterMenu
              label={texts.standing}
              all={texts.allStandings}
              choices={[{ value: 'yes', label: texts.soon }]}
              value={search.soon ?? ''}
              onChange={(soon) => go({ soon: soon || undefined })}
            />
          </>
        }
        foot={
          <OffsetPager
            firstRow={firstRow}
            rowCount={rows.length}
            count={count}
            onPage={(number) => go({ page: number })}
          />
        }
      >
        <Loaded query={matrix}>
          {({ states, company }) => {
            if (states.length === 0)
              return (
                <EmptyState icon={<IconCertificate size={20} />} title={texts.noStatesTitle} text={texts.noStates} />
              );
            if (rows.length === 0)
              return (
                <EmptyState icon={<IconFilterOff size={20} />} title={texts.noOfficersTitle} text={texts.noOfficers}>
                  <Button variant="default" onClick={() => void navigate({ search: {} })}>
                    {texts.clear}
                  </Button>
                </EmptyState>
              );
            return (
              // With many states it is wider than the page and scrolls separately, also by keyboard.
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
              <section className={classes.scroll} aria-label={texts.matrixTitle} tabIndex={0}>
                <table className={classes.table} data-stale={matrix.isPlaceholderData || undefined}>
                  <thead>
                    <tr>
                      <th scope="col">{texts.officer}</th>
                      {states.map((code) => (
                        <th key={code} scope="col">
                          {stateName(code)}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    <tr className={classes.company}>
                      <th scope="row">{texts.company}</th>
                      {states.map((code) => (
                        <Cell key={code} own="COMPANY" cell={company[code]} />
                      ))}
                    </tr>
                    {rows.map((row) => (
                      <tr key={row.WizeUserOrgUnitId}>
                        <th scope="row">
                          {row.name}
                          <span className={classes.quiet}>
                            {[row.branch, row.nmlsId ? texts.nmlsId(row.nmlsId) : ''].filter(Boolean).join(' · ')}
                          </span>
                        </th>
                        {states.map((code) => (
                          <Cell key={code} own="PERSON" cell={row.cells[code]} />
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            );
          }}
        </Loaded>
      </ListPanel>
    </SettingsPage>
  );
}

/** The holder's own license, and which other licenses are missing for lending in this state. */
function Cell({ own, cell }: { own: 'COMPANY' | 'PERSON'; cell: MatrixCell | undefined }) {
  if (!cell) return <td />;
  const { standing, number, expiresOn, missing } = cell;
  const mayLend = missing.length === 0;
  // Without a license of the holder, other missing licenses aren't shown. An invalid one shows its own problem.
  const elsewhere = standing ? missing.filter((holder) => holder !== own) : [];
  const isSoon = standing === 'EXPIRES_SOON' && expiresOn;
  const ownWord = standing ? (isSoon ? texts.expires(day(expiresOn)) : texts.standings[standing]) : texts.noLicense;
  const isOwnGood = !missing.includes(own);
  const tone = mayLend ? (isSoon ? 'amber' : 'green') : standing ? 'red' : 'gray';
  const [first, ...others] = isOwnGood && !mayLend ? elsewhere.map((holder) => texts.missing[holder]) : [ownWord];
  const rest = isOwnGood && !mayLend ? others : elsewhere.map((holder) => texts.missing[holder]);
  return (
    <td>
      <StateMark tone={tone}>{first}</StateMark>
      {number && <span className={classes.quiet}>{number}</span>}
      {rest.map((line) => (
        <span key={line} className={classes.missing}>
          {line}
        </span>
      ))}
    </td>
  );
}
