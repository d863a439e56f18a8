import { Menu } from '@mantine/core';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userConfigQuery } from '@/features/people/profile/own-calls';
import { useActiveUser } from '@/shared/session/me';
import { borrowerPortalLink, inSpanish } from './portal-link';
import { texts } from './texts';
import classes from './user-menu.module.css';

const copiedMs = 2000;

/** A loan officer's portal links, to open and to send. */
export default function PortalItems() {
  const { WizeRoles, borrowerPortalUrl, borrowerPortalSpanishUrl, realtorPortalUrl, nmlsId } = useActiveUser();
  const isOfficer = WizeRoles.some(({ code }) => code === 'ORIGINATOR');
  const { data: config } = useQuery({ ...userConfigQuery, enabled: isOfficer && Boolean(borrowerPortalUrl) });
  if (!isOfficer) return null;
  const borrower = borrowerPortalUrl && borrowerPortalLink(borrowerPortalUrl, nmlsId);
  const spanish = borrowerPortalSpanishUrl
    ? borrowerPortalLink(borrowerPortalSpanishUrl, nmlsId)
    : borrower && inSpanish(borrower);
  return (
    <>
      {(borrower || realtorPortalUrl) && <Menu.Divider />}
      {borrower && (
        <PortalItem
          label={config?.spanishInd ? texts.borrowerPortalEnglish : texts.borrowerPortal}
          address={borrower}
        />
      )}
      {spanish && config?.spanishInd && <PortalItem label={texts.borrowerPortalSpanish} address={spanish} />}
      {realtorPortalUrl && <PortalItem label={texts.agentPortal} address={realtorPortalUrl} />}
    </>
  );
}

function PortalItem({ label, address }: { label: string; address: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch (cause) {
      console.error('The link could not be copied.', cause);
    }
  };
  return (
    <div className={classes.portal}>
      <Menu.Item
        component="a"
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={<IconWorld size={16} />}
      >
        {label}
      </Menu.Item>
      <Menu.Item
        className={classes.copy ?? ''}
        aria-label={texts.copyLink(label)}
        closeMenuOnClick={false}
        onClick={() => void copy()}
      >
        {isCopied ? <span role="status">{texts.copied}</span> : <IconCopy size={16} />}
      </Menu.Item>
    </div>
  );
}
