import { Tooltip } from '@mantine/core';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import { useEffect, useState } from 'react';
import { activeHour, nextHour, officeHours } from './hours';

const refreshMs = 60_000;
const texts = {
  label: 'Live office hours',
  now: (when: string) => `Live office hours are on: ${when}`,
  next: (when: string) => `Next live office hours: ${when}`,
} as const;

/** A link to the active office hour, or the time of the next one. */
export function OfficeHoursIcon({ address, className }: { address: string; className: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs);
    return () => clearInterval(timer);
  }, []);
  const hours = officeHours(now);
  const active = activeHour(hours, now);
  const next = nextHour(hours, now);
  const label = active ? texts.now(active.formatedScheduleTimeStr) : next && texts.next(next.formatedScheduleTimeStr);
  return (
    <Tooltip label={label ?? texts.label}>
      {active ? (
        <a
          className={className}
          data-live
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={texts.label}
        >
          <IconHeadset size={18} />
        </a>
      ) : (
        <button type="button" className={className} aria-label={texts.label} aria-disabled>
          <IconHeadset size={18} />
        </button>
      )}
    </Tooltip>
  );
}
