import { Button, Skeleton } from '@mantine/core';
import IconEqual from '@tabler/icons-react/dist/esm/icons/IconEqual.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayAndTime } from '@/shared/lib/format';
import { EmptyState } from '@/shared/ui/empty-state';
import { Panel } from '@/shared/ui/panel';
import { useLoan } from '../page/loan';
import { comparisonQuery } from './history';
import classes from './history.module.css';
import { texts } from './texts';
import { valueText } from './value-text';

type Props = { loanId: number; from: string | undefined; to: string | undefined };

/** The fields of a loan that differ between two moments, by section. */
export function ComparePage({ loanId, from, to }: Props) {
  const loan = useLoan(loanId);
  const [now] = useState(() => new Date().toISOString());
  const [first, last] = [from ?? loan.createdAt, to ?? now];
  const comparison = useQuery(comparisonQuery(loanId, first, last));
  const sections = comparison.data?.sections;
  const [before, after] = comparison.data?.stages ?? [];
  return (
    <div className={classes.page}>
      <header className={classes.compareHead}>
        <div>
          <h1>{`${loan.borrowerName}, ${loan.loanNumber}`}</h1>
          <p>
            {texts.comparison(dayAndTime(first), dayAndTime(last))}. {texts.comparisonText}
          </p>
        </div>
        <span className={classes.barLinks}>
          <Link to="/app/loans/$loanId/history" params={{ loanId }} className={classes.link}>
            {texts.backToHistory}
          </Link>
          <Button variant="default" leftSection={<IconPrinter size={14} />} onClick={() => window.print()}>
            {texts.print}
          </Button>
        </span>
      </header>
      {comparison.isPending && <Skeleton height={240} aria-hidden />}
      {comparison.isError && (
        <EmptyState icon={<IconEqual size={20} />} title={texts.compareFailed} text={comparison.error.message}>
          <Button variant="default" onClick={() => void comparison.refetch()}>
            {texts.retry}
          </Button>
        </EmptyState>
      )}
      {sections?.length === 0 && before?.id === after?.id && (
        <EmptyState icon={<IconEqual size={20} />} title={texts.same} text={texts.sameText} />
      )}
      {before?.id !== after?.id && (
        <Differences
          title={texts.stage}
          moments={[first, last]}
          rows={[{ path: 'stage', label: texts.stage, before: before?.name, after: after?.name }]}
        />
      )}
      {sections?.map(({ title, differences }) => (
        <Differences key={title} title={title} moments={[first, last]} rows={differences} />
      ))}
    </div>
  );
}

type Row = { path: string; label: string; before?: unknown; after?: unknown };

function Differences({ title, moments, rows }: { title: string; moments: [string, string]; rows: readonly Row[] }) {
  const [first, last] = moments.map(dayAndTime);
  return (
    <Panel title={title}>
      <table className={classes.differences} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{first}</th>
            <th scope="col">{last}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, label, before, after }) => (
            <tr key={path}>
              <th scope="row">{label || title}</th>
              <td data-label={texts.before}>{valueText(before)}</td>
              <td data-label={texts.after}>{valueText(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
