import { useState } from 'react';
import { useConfig } from '@/features/access/config';
import { Banner } from '@/shared/ui/banner';
import { texts } from './texts';

const storageKey = 'testBannerClosed';

/** Warns against entering real borrower data, until dismissed in this browser. */
export function TestBanner() {
  const { testBanner } = useConfig().features;
  const [isClosed, setClosed] = useState(() => localStorage.getItem(storageKey) === 'true');
  if (!testBanner || isClosed) return null;
  const close = () => {
    localStorage.setItem(storageKey, 'true');
    setClosed(true);
  };
  return (
    <Banner
      label={texts.testSystem}
      tone="warning"
      text={texts.testSystemText}
      closeLabel={texts.dismissTest}
      onClose={close}
    />
  );
}
