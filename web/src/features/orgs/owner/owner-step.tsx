import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useActiveUser } from '@/shared/session/me';
import { companyAdminCount } from './owner-calls';
import { askedKey, isAskedForOwner } from './owner-rule';

const OwnerDialog = onDemand(() => import('./owner-dialog'));

/** Asks who owns the company if it has no owner and there are candidates. Otherwise it is done at once. */
export function OwnerStep({ onDone }: { onDone: () => void }) {
  const user = useActiveUser();
  const key = askedKey(user);
  const [isAsked] = useState(() => isAskedForOwner(user) && sessionStorage.getItem(key) === null);
  const count = useQuery({ ...companyAdminCount(user.WizeOrgUnit.id), enabled: isAsked });
  const isOpen = isAsked && (count.data ?? 0) > 0;
  const isOver = !isAsked || count.isError || count.data === 0;

  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  useEffect(() => {
    if (isOpen) sessionStorage.setItem(key, 'true');
  }, [isOpen, key]);

  return <Suspense>{isOpen && <OwnerDialog company={user.WizeOrgUnit.id} onClose={onDone} />}</Suspense>;
}
