import { CloseButton } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconInfoCircle from '@tabler/icons-react/dist/esm/icons/IconInfoCircle.mjs';
import type { ReactNode } from 'react';
import classes from './banner.module.css';

type Props = {
  /** Accessible name. */
  label: string;
  tone: 'notice' | 'warning';
  text: string;
  /** Links to actions. */
  links?: ReactNode;
  /** Accessible name of the close button, if there is one. */
  closeLabel?: string;
  onClose?: () => void;
};

/** A message above the page. */
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
