import { Button, Group } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { day, dayAndTime, integer } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { draftOpening } from '@/shared/lib/use-draft';
import { EmptyState } from '@/shared/ui/empty-state';
import list from '@/shared/ui/list-page.module.css';
import { Loaded } from '@/shared/ui/panel';
import { StateMark } from '@/shared/ui/state-mark';
import { type Arrival, arrivalsQuery } from './review';
import classes from './review.module.css';
import { texts } from './texts';

const ReviewDialog = onDemand(() => import('./review-dialog'));

const tones = { DUPLICATE: 'amber', UNREADABLE: 'red', NO_OWNER: 'gray' } as const;

/** Submissions waiting for review, newest first. */
export function ReviewPage({ after }: { after: string | undefined }) {
  const navigate = useNavigate({ from: '/app/leads/review' });
  const page = useQuery(arrivalsQuery(after));
  const [opened, setOpened] = useState(() => draftOpening<string>('arrival'));
  return (
    <>
      <div className={list.toolbar}>
        <h1>
          {texts.title}
          {page.data && page.data.count > 0 && <span className={classes.count}>{integer(page.data.count)}</span>}
        </h1>
      </div>
      <p className={classes.text}>{texts.text}</p>
      <Loaded query={page}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <EmptyState icon={<IconCheck size={20} />} title={texts.noneTitle} text={texts.none} />
          ) : (
            <>
              <ul className={classes.rows} aria-label={texts.title}>
                {rows.map((arrival) => (
                  <Row key={arrival.id} arrival={arrival} onOpen={() => setOpened(arrival.id)} />
                ))}
              </ul>
              {next && (
                <Group justify="center" mt={16}>
                  <Button variant="default" onClick={() => void navigate({ search: { after: next } })}>
                    {texts.more}
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </Loaded>
      {opened && (
        <Suspense>
          <ReviewDialog id={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

/** A submission's name, reason for review and source. */
function Row({ arrival, onOpen }: { arrival: Arrival; onOpen: () => void }) {
  const { name, reason, via, providerName, receivedAt, keptUntil, ownerName } = arrival;
  const shown = name || texts.nameless;
  const facts = [providerName, via, dayAndTime(receivedAt), ownerName && `${texts.facts.owner}: ${ownerName}`];
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <span className={classes.head}>
          <strong data-empty={!name || undefined}>{shown}</strong>
          <StateMark tone={tones[reason]}>{texts.reasons[reason]}</StateMark>
        </span>
        <p>{whyOf(arrival)}</p>
        <p className={classes.quiet}>
          {facts.filter(Boolean).join(' · ')} · {texts.facts.until} {day(keptUntil.slice(0, 10))}
        </p>
      </div>
      <Button variant="default" aria-label={texts.reviewOf(shown)} onClick={onOpen}>
        {texts.review}
      </Button>
    </li>
  );
}

/** The reason for review, in one line. */
export function whyOf({ reason, faults, duplicateCount }: Arrival): string {
  if (reason === 'DUPLICATE') return texts.duplicates(duplicateCount);
  if (reason === 'NO_OWNER') return texts.noOwner;
  return Object.entries(faults)
    .map(([path, fault]) => (path === '' ? texts.whole(fault) : fault))
    .join('. ');
}
