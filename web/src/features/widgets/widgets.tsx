import '@mantine/core/styles/Popover.layer.css';
import { ActionIcon, Popover } from '@mantine/core';
import IconHelp from '@tabler/icons-react/dist/esm/icons/IconHelp.mjs';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { type ReactNode, useState } from 'react';
import { useConfig } from '@/features/access/config';
import { texts } from './texts';
import { useWidget } from './use-widget';
import classes from './widgets.module.css';

/** Help and chat at the bottom of the window, if configured. The guided tour shows itself. */
export default function Widgets() {
  useWidget('guidedTour');
  const support = useWidget('supportWidget');
  const chat = useWidget('chat');
  if (!support.isOn && !chat.isOn) return null;
  return (
    <section className={classes.widgets} aria-label={texts.region}>
      {support.isOn && (
        <WidgetButton label={texts.support} text={texts.supportText} open={support.widget?.open}>
          <IconHelp size={18} />
        </WidgetButton>
      )}
      {chat.isOn && (
        <WidgetButton label={texts.chat} text={texts.chatText} open={chat.widget?.open}>
          <IconMessageCircle size={18} />
        </WidgetButton>
      )}
    </section>
  );
}

type Props = { label: string; text: string; open: (() => void) | undefined; children: ReactNode };

/** Opens a widget, or without one a panel with links to help. */
function WidgetButton({ label, text, open, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={30}
          radius={15}
          aria-label={label}
          title={label}
          onClick={() => (open ? open() : setOpen(!isOpen))}
        >
          {children}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <h2 className={classes.title} data-autofocus tabIndex={-1}>
          {label}
        </h2>
        <p className={classes.text}>{text}</p>
        <HelpLinks />
        <p className={`${classes.text} ${classes.keys}`}>{texts.shortcuts}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Links to other help. */
function HelpLinks() {
  const { supportPortal, officeHours } = useConfig().links;
  const places = [
    [texts.portal, supportPortal],
    [texts.officeHours, officeHours],
  ].filter((place): place is [string, string] => Boolean(place[1]));
  if (places.length === 0) return <p className={classes.text}>{texts.none}</p>;
  return (
    <ul className={classes.places}>
      {places.map(([name, address]) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
