import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import { Button, Group, SegmentedControl } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import classes from '@/features/contacts/contacts.module.css';
import { phone } from '@/shared/lib/format';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { EmptyState } from '@/shared/ui/empty-state';
import { FilterMenu } from '@/shared/ui/filter-menu';
import list from '@/shared/ui/list-page.module.css';
import { Loaded } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { type DuplicateSearch, duplicatesQuery, kindOf, type Pair, strengths, useDismissal } from './merge';
import styles from './merge.module.css';
import { texts } from './texts';

/** Possible duplicates among borrowers or leads, most certain first. */
export function DuplicatesPage({ search }: { search: DuplicateSearch }) {
  const navigate = useNavigate({ from: '/app/borrowers/duplicates' });
  const page = useQuery(duplicatesQuery(search));
  const counts = page.data?.counts;
  const kind = kindOf(search);
  return (
    <>
      <div ref={useRovingFocus<HTMLDivElement>()} className={list.toolbar} data-roving>
        <h1>{texts.duplicates.title}</h1>
        <SegmentedControl
          aria-label={texts.duplicates.kind}
          data={Object.entries(texts.duplicates.kinds).map(([value, label]) => ({ value, label }))}
          value={kind}
          onChange={(chosen) => void navigate({ search: chosen === 'lead' ? { kind: chosen } : {} })}
        />
        <FilterMenu
          label={texts.duplicates.strength}
          all={texts.duplicates.all}
          choices={strengths.map((strength) => ({
            value: strength,
            label: strength,
            content: texts.duplicates.counted(strength, counts?.[strength] ?? 0),
          }))}
          value={search.strength ?? ''}
          onChange={(strength) =>
            void navigate({ search: { ...(search.kind && { kind }), ...(strength && { strength }) } })
          }
        />
      </div>
      <Loaded query={page}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <EmptyState
              icon={<IconCheck size={20} />}
              title={texts.duplicates.noneTitle}
              text={texts.duplicates.none[kind]}
            />
          ) : (
            <>
              <ul className={styles.pairs} aria-label={texts.duplicates.title}>
                {rows.map((pair) => (
                  <PairCard key={pair.id} kind={kind} pair={pair} />
                ))}
              </ul>
              {next && (
                <Group justify="center" mt={16}>
                  <Button variant="default" onClick={() => void navigate({ search: { ...search, after: next } })}>
                    {texts.duplicates.more}
                  </Button>
                </Group>
              )}
            </>
          )
        }
      </Loaded>
    </>
  );
}

/** Pages of a borrower or lead pair. */
const pages = {
  borrower: { one: '/app/borrowers/$borrowerId', merge: '/app/borrowers/merge' },
  lead: { one: '/app/leads/$leadId', merge: '/app/leads/merge' },
} as const;

function PairCard({ kind, pair }: { kind: keyof typeof pages; pair: Pair }) {
  const dismissal = useDismissal();
  const dismiss = () => dismissal.mutate(pair.id, { onSuccess: () => void toast.success(texts.duplicates.dismissed) });
  const agreed = pair.agreed.map(({ field, equal }) => {
    const name = texts.duplicates.fields[field as keyof typeof texts.duplicates.fields] ?? field;
    return equal ? name : texts.duplicates.similar(name);
  });
  return (
    <li className={styles.pair}>
      <p className={styles.why}>
        <strong>{pair.strength}</strong> {texts.duplicates.agree(agreed.join(', '))}
      </p>
      {[pair.one, pair.other].map((side) => (
        <div key={side.id} className={styles.side}>
          <Link to={pages[kind].one} params={{ borrowerId: side.id, leadId: side.id }}>
            {side.FirstName} {side.LastName}
          </Link>
          <p>{[side.Email, phone(side.CellPhone), side.ownerName].filter(Boolean).join(' · ')}</p>
        </div>
      ))}
      <div className={classes.actions}>
        <Button variant="default" loading={dismissal.isPending} onClick={dismiss}>
          {texts.duplicates.dismiss}
        </Button>
        <Button
          renderRoot={(props) => (
            <Link {...props} to={pages[kind].merge} search={{ ids: `${pair.one.id},${pair.other.id}` }} />
          )}
        >
          {texts.duplicates.compare}
        </Button>
      </div>
    </li>
  );
}
