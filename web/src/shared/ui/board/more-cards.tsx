import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './board.module.css';

/** Loads more cards when the end of a column becomes visible, or on click. */
export function MoreCards({ label, onMore }: { label: string; onMore: () => void }) {
  const end = useRef<HTMLButtonElement>(null);
  const fetchMore = useRef(onMore);
  fetchMore.current = onMore;
  useEffect(() => {
    const { current } = end;
    if (!current) return;
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) fetchMore.current();
    });
    seen.observe(current);
    return () => seen.disconnect();
  }, []);
  return (
    <Button ref={end} variant="subtle" className={classes.more} onClick={onMore}>
      {label}
    </Button>
  );
}
