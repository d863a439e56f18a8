import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { texts } from './texts';

/** Lets visitors choose the color scheme. */
export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      aria-label={texts.theme}
      value={colorScheme}
      onChange={(value) => setColorScheme(value as MantineColorScheme)}
      data={Object.entries(texts.themes).map(([value, label]) => ({ value, label }))}
    />
  );
}
