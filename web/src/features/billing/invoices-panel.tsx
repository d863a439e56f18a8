import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageSize } from '@/shared/lib/constants';
import { day, money } from '@/shared/lib/format';
import { Pager } from '@/shared/ui/data-table/pager';
import { Loaded, Panel } from '@/shared/ui/panel';
import classes from './billing.module.css';
import { type Invoice, invoicesQuery } from './calls';
import { texts } from './texts';
import type { Payer } from './upgrade-rule';

/** Invoices, newest first. */
export function InvoicesPanel({ payer }: { payer: Payer }) {
  const [offset, setOffset] = useState(0);
  const invoices = useQuery({ ...invoicesQuery(payer, offset, pageSize), placeholderData: keepPreviousData });
  return (
    <Panel title={texts.invoices}>
      <Loaded query={invoices}>
        {({ rows = [], count }) =>
          count === 0 ? (
            <p className={classes.plain}>
              {texts.noInvoices}
              <span className={classes.why}>{texts.noInvoicesText}</span>
            </p>
          ) : (
            <>
              <InvoiceTable rows={rows ?? []} />
              {count > pageSize && (
                <Pager
                  firstRow={offset + 1}
                  rowCount={rows?.length ?? 0}
                  count={count}
                  isCapped={false}
                  onFirst={offset > 0 ? () => setOffset(0) : undefined}
                  onPrevious={offset > 0 ? () => setOffset(offset - pageSize) : undefined}
                  onNext={offset + pageSize < count ? () => setOffset(offset + pageSize) : undefined}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const tones: Record<string, string> = { PAID: 'good', FAILED: 'bad', OPEN: 'notice' };

const InvoiceTable = ({ rows }: { rows: readonly Invoice[] }) => (
  <table className={classes.invoices}>
    <thead>
      <tr>
        <th scope="col">{texts.date}</th>
        <th scope="col">{texts.what}</th>
        <th scope="col">{texts.card}</th>
        <th scope="col">{texts.status}</th>
        <th scope="col" className={classes.amount}>
          {texts.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((invoice) => (
        <tr key={invoice.id}>
          <td>{day(invoice.issuedOn)}</td>
          <td>
            {texts.invoiceFor(invoice.planName, day(invoice.startsOn), day(invoice.endsOn))}
            {invoice.failure && <span className={classes.why}>{invoice.failure}</span>}
          </td>
          <td>{invoice.card}</td>
          <td className={classes.status}>
            <span className={classes.state} data-tone={tones[invoice.state]}>
              {texts.invoiceState[invoice.state]}
            </span>
          </td>
          <td className={classes.amount}>{money(invoice.amount)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
