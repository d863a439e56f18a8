import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type ReactNode, useState } from 'react';
import classes from './team.module.css';
import { texts } from './texts';

/** The five desks, collapsed while all are empty. */
export function Desks({ isFilled, children }: { isFilled: boolean; children: ReactNode }) {
  const [isOpened, setOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? isFilled;
  return (
    <>
      <button type="button" className={classes.desks} aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        <IconChevronRight size={14} aria-hidden />
        {texts.desks}
        {!isOpen && <span className={classes.desksHint}>{texts.desksHint}</span>}
      </button>
      {isOpen && children}
    </>
  );
}
