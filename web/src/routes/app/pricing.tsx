import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { PricingPage } from '@/features/pricing/pricing-page';

export const Route = createFileRoute('/app/pricing')({
  staticData: { breadcrumb: 'Price Loan' },
  validateSearch: (search: Record<string, unknown>): { reload?: 'true' } =>
    search.reload === 'true' || search.reload === true ? { reload: 'true' } : {},
  component: RestartablePricing,
});

/** Opening Pricing from Pricing resets the form. The parameter that asks for it is removed from the address. */
function RestartablePricing() {
  const { reload } = Route.useSearch();
  const navigate = useNavigate();
  const [times, setTimes] = useState(0);
  useEffect(() => {
    if (!reload) return;
    setTimes((before) => before + 1);
    void navigate({ to: '/app/pricing', search: {}, replace: true });
  }, [reload, navigate]);
  return <PricingPage key={times} />;
}
