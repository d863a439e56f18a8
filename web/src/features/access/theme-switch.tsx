import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { type MantineColorScheme, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { texts } from './texts';

/** The appearance, chosen before anybody has signed in. */
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
