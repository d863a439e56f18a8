import { Button, Skeleton } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Application, ApplicationDocument } from '@/api/types';
import { dayAndTime, rate } from '@/shared/lib/format';
import { loanAmount } from '@/shared/records/loan-amount';
import { EmptyState } from '@/shared/ui/empty-state';
import { Panel } from '@/shared/ui/panel';
import { FormProvider } from '../form/form-context';
import { FormSections } from '../form/form-sections';
import { FormStore } from '../form/form-store';
import { SelectionProvider, useSelectionState } from '../form/selection';
import { FactList } from '../page/facts';
import { asOfQuery } from './history';
import classes from './history.module.css';
import { texts } from './texts';

/** A loan as it was at a past moment. Nothing can be changed or revealed here. */
export function AsOfPage({ loanId, at: asked }: { loanId: number; at: string | undefined }) {
  const [now] = useState(() => new Date().toISOString());
  const at = asked ?? now;
  const past = useQuery(asOfQuery(loanId, at));
  return (
    <div className={classes.page}>
      <div role="status" className={classes.bar}>
        <IconHistory size={16} aria-hidden />
        <h1>{texts.asOf(dayAndTime(at))}</h1>
        <span>{texts.asOfText}</span>
        <span className={classes.barLinks}>
          <Link to="/app/loans/$loanId/compare" params={{ loanId }} search={{ from: at }} className={classes.link}>
            {texts.compareWithNow}
          </Link>
          <Link to="/app/loans/$loanId/history" params={{ loanId }} className={classes.link}>
            {texts.backToHistory}
          </Link>
          <Link to="/app/loans/$loanId/loan-info" params={{ loanId }} className={classes.link}>
            {texts.backToLoan}
          </Link>
        </span>
      </div>
      {past.isPending && <Skeleton height={320} aria-hidden />}
      {past.isError && (
        <EmptyState icon={<IconHistory size={20} />} title={texts.asOfFailed} text={past.error.message}>
          <Button variant="default" onClick={() => void past.refetch()}>
            {texts.retry}
          </Button>
        </EmptyState>
      )}
      {past.data && (
        <>
          <Panel title={`${past.data.borrowerName}, ${past.data.loanNumber}`}>
            <FactList
              facts={[
                { label: texts.stage, value: past.data.stage?.name ?? '' },
                { label: texts.amount, value: loanAmount(past.data.LoanAmount) },
                { label: texts.rate, value: rate(past.data.noteRate) },
                { label: texts.borrowers, value: namesOf(past.data.application) },
              ]}
            />
          </Panel>
          <Sections loanId={loanId} application={past.data.application} />
        </>
      )}
    </div>
  );
}

const namesOf = ({ borrowers }: Application): string =>
  borrowers.map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ')).join(', ');

/** The form as it was. It is read only, so it never sends anything. */
function Sections({ loanId, application }: { loanId: number; application: Application }) {
  const selection = useSelectionState();
  const form = useMemo(() => {
    // The server assesses the present application only.
    const document = { version: 0, application, sealed: [] } as unknown as ApplicationDocument;
    const store = new FormStore(document, { send: async () => document, onSaved: () => {}, onRefetch: () => {} });
    return { store, loanId, isReadOnly: true, mayReveal: false };
  }, [loanId, application]);
  return (
    <FormProvider value={form}>
      <SelectionProvider value={selection}>
        <FormSections />
      </SelectionProvider>
    </FormProvider>
  );
}
