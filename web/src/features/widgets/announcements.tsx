import '@mantine/core/styles/Popover.layer.css';
import { Popover, Tooltip } from '@mantine/core';
import IconSpeakerphone from '@tabler/icons-react/dist/esm/icons/IconSpeakerphone.mjs';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answer, api } from '@/api/client';
import { dayOf } from '@/shared/lib/format';
import { Loaded } from '@/shared/ui/panel';
import { texts } from './texts';
import { useWidget } from './use-widget';
import classes from './widgets.module.css';

const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: () => answer(api.GET('/api/announcements', { params: { query: { limit: 10 } } })),
  staleTime: 300_000,
  meta: { quiet: true },
});

/** A header button that opens the provider's announcements. */
export function Announcements({ className }: { className: string }) {
  const { isOn, widget } = useWidget('announcements');
  const [isOpen, setOpen] = useState(false);
  if (!isOn) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom"
      width={360}
      offset={6}
      shadow="md"
      trapFocus
      returnFocus
    >
      <Tooltip label={texts.announcements} disabled={isOpen}>
        <Popover.Target>
          <button
            type="button"
            className={className}
            aria-label={texts.announcements}
            onClick={() => (widget?.open ? widget.open() : setOpen(!isOpen))}
          >
            <IconSpeakerphone size={18} />
          </button>
        </Popover.Target>
      </Tooltip>
      <Popover.Dropdown aria-label={texts.announcements}>
        <h2 className={classes.title} data-autofocus tabIndex={-1}>
          {texts.announcements}
        </h2>
        <Announced />
      </Popover.Dropdown>
    </Popover>
  );
}

function Announced() {
  const announcements = useQuery(announcementsQuery);
  return (
    <Loaded query={announcements}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={classes.text}>{texts.noneAnnounced}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
          <ul className={classes.announced} tabIndex={0} aria-label={texts.announcements}>
            {rows.map(({ id, title, body, publishedAt }) => (
              <li key={id}>
                <h3>{title}</h3>
                <time dateTime={publishedAt}>{dayOf(publishedAt)}</time>
                <p>{body}</p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
