import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useState } from 'react';
import classes from './theme-loader.module.css';

/** The loader is hidden this long after the appearance changed, in milliseconds. */
const hideAfterMs = 1000;

/** A thin bar at the top while a new appearance is applied. */
export function ThemeLoader() {
  const { colorScheme } = useMantineColorScheme();
  const [settled, setSettled] = useState(colorScheme);

  useEffect(() => {
    if (settled === colorScheme) return;
    const timer = setTimeout(() => setSettled(colorScheme), hideAfterMs);
    return () => clearTimeout(timer);
  }, [colorScheme, settled]);

  if (settled === colorScheme) return null;
  return <div className={classes.bar} role="progressbar" aria-label="Changing the theme" />;
}
