import { Button } from '@mantine/core';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { TabNav } from '@/shared/ui/tab-nav';
import { toast } from '@/shared/ui/toasts/toast-store';
import { companyQuery, useSaveCompany } from './companies';
import classes from './company-layout.module.css';
import { CompanyState } from './company-state';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

const tabs = [
  { to: '/org/companies/$companyId', label: texts.tabs.details },
  { to: '/org/companies/$companyId/domains', label: texts.tabs.domains },
  { to: '/org/companies/$companyId/branding', label: texts.tabs.branding },
  { to: '/org/companies/$companyId/branches', label: texts.tabs.branches },
  { to: '/org/companies/$companyId/users', label: texts.tabs.users },
] as const;

/** One company with key facts, state and sections. */
export function CompanyLayout({ companyId }: { companyId: number }) {
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const facts = [
    texts.types[company.type],
    company.nmlsId && `NMLS ${company.nmlsId}`,
    texts.branchCount(company.branches.length),
    texts.peopleCount(company.people),
  ].filter(Boolean);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div>
          <h1>{company.displayName}</h1>
          <p>
            <CompanyState state={company.state} />
            <span>{facts.join(' · ')}</span>
          </p>
        </div>
        {company.type !== 'PROVIDER' && <StateButton companyId={companyId} />}
      </header>
      <TabNav label={texts.sections}>
        {tabs.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            params={{ companyId }}
            activeOptions={{ exact: true, includeSearch: false }}
            activeProps={{ 'data-active': true }}
          >
            {label}
          </Link>
        ))}
      </TabNav>
      <Outlet />
    </div>
  );
}

/** Suspends or reactivates a company after a confirmation. */
function StateButton({ companyId }: { companyId: number }) {
  const { data: company } = useSuspenseQuery(companyQuery(companyId));
  const [isAsked, setAsked] = useState(false);
  const save = useSaveCompany(companyId);
  const isActive = company.state === 'ACTIVE';
  const change = useMutation({
    mutationFn: () =>
      save.mutateAsync({ body: { state: isActive ? 'SUSPENDED' : 'ACTIVE' }, version: company.version }),
    onSuccess: (changed) =>
      toast.success((changed.state === 'ACTIVE' ? texts.reactivated : texts.suspended)(changed.displayName)),
  });
  return (
    <>
      <Button variant="default" loading={change.isPending} onClick={() => setAsked(true)}>
        {isActive ? texts.suspend : texts.reactivate}
      </Button>
      <Suspense>
        {isAsked && (
          <ConfirmDialog
            title={(isActive ? texts.suspendTitle : texts.reactivateTitle)(company.displayName)}
            question={isActive ? texts.suspendQuestion : texts.reactivateQuestion}
            no={texts.cancel}
            yes={isActive ? texts.suspend : texts.reactivate}
            onAnswer={(yes) => {
              setAsked(false);
              if (yes) change.mutate();
            }}
          />
        )}
      </Suspense>
    </>
  );
}
