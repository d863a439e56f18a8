import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { type MantineColorScheme, SegmentedControl, Switch, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loaded, Panel } from '@/shared/ui/panel';
import { useChangeConfig, userConfigQuery } from './own-calls';
import classes from './profile-page.module.css';
import { texts } from './texts';

/** The user's color scheme and Spanish setting. */
export function PreferencesPanel() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const config = useQuery(userConfigQuery);
  const change = useChangeConfig();
  const label = useId();
  return (
    <Panel title={texts.preferences}>
      <div className={classes.preferences}>
        <div className={classes.preference}>
          <span id={label}>{texts.theme}</span>
          <SegmentedControl
            aria-labelledby={label}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
            data={Object.entries(texts.themes).map(([value, text]) => ({ value, label: text }))}
          />
        </div>
        <Loaded query={config}>
          {({ spanishInd }) => (
            <Switch
              className={classes.switch}
              label={texts.spanish}
              description={texts.spanishHelp}
              labelPosition="left"
              checked={spanishInd}
              onChange={(event) => change.mutate({ spanishInd: event.currentTarget.checked })}
            />
          )}
        </Loaded>
      </div>
    </Panel>
  );
}
