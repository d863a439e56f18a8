import { CloseButton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

type Props = {
  /** What it is about, for who can't see the page. */
  label: string;
  tone: 'notice' | 'warning';
  text: string;
  /** What can be done about it. */
  links?: ReactNode;
  /** What its cross is called, where it can be closed. */
  closeLabel?: string;
  onClose?: () => void;
};

/** What is said above everything. */
export function Banner({ label, tone, text, links, closeLabel, onClose }: Props) {
  const Icon = tone === 'warning' ? IconAlertTriangle : IconInfoCircle;
  return (
    <section className={classes.banner} data-tone={tone} aria-label={label}>
      <Icon size={18} aria-hidden />
      <p className={classes.text}>
        {text}
        {links && <span className={classes.links}>{links}</span>}
      </p>
      {onClose && (
        <CloseButton
          className={classes.close ?? ''}
          size={24}
          iconSize={14}
          aria-label={closeLabel}
          onClick={onClose}
        />
      )}
    </section>
  );
}
