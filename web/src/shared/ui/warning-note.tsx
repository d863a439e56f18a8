import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import classes from './warning-note.module.css';

/** A warning that doesn't block the user, with optional details in a tooltip. */
export function WarningNote({ text, tooltip }: { text: string; tooltip?: string | null | undefined }) {
  return (
    <div className={classes.warning}>
      <IconAlertTriangle size={15} aria-hidden />
      {tooltip ? (
        <Tooltip label={tooltip} events={{ hover: true, focus: true, touch: true }}>
          <button type="button">{text}</button>
        </Tooltip>
      ) : (
        <span>{text}</span>
      )}
    </div>
  );
}
