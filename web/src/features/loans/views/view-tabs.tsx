import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { onDemand } from '@/shared/lib/on-demand';
import { useRovingFocus } from '@/shared/lib/use-roving-focus';
import { toast } from '@/shared/ui/toasts/toast-store';
import { changed, isFiltered, type LoanSearch, storeFilters } from '../list/loan-search';
import { texts } from './texts';
import classes from './view-bar.module.css';
import { addressOf, contentOf, isChanged, type Opened } from './view-content';
import { type Sharing, useRemoveView, useSaveView, type View } from './views';

const ViewDialog = onDemand(() => import('./view-dialog'));
const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = {
  search: LoanSearch;
  opened: readonly Opened[];
  current: Opened | undefined;
  sharing: readonly Sharing[];
  onGo: (search: LoanSearch, replace?: boolean) => void;
};
type Asked = 'new' | 'edit' | 'remove' | null;

/** Tabs of views, with a menu for the current one. */
export function ViewTabs({ search, opened, current, sharing, onGo }: Props) {
  const [asked, setAsked] = useState<Asked>(null);
  const keep = useSaveView();
  const remove = useRemoveView();
  const isOther = current
    ? isChanged(search, current)
    : isFiltered(search) || Object.keys(contentOf(search)).length > 0;
  const kept = current?.kept;
  const open = (view: View) => onGo(changed(search, { saved: String(view.id) }), true);
  const save = (view: View) => {
    const { id, version, name, sharing: shared } = view;
    keep.mutate(
      { id, version, name, sharing: shared, content: contentOf(search) },
      { onSuccess: () => toast.success(texts.saved(name)), onError: (error) => toast.error(error.message) },
    );
  };
  const copy = async () => {
    await navigator.clipboard.writeText(window.location.href);
    toast.success(texts.copied);
  };
  return (
    <div ref={useRovingFocus<HTMLDivElement>()} className={classes.head} data-roving>
      <nav className={classes.tabs} aria-label={texts.views} data-scrolls-sideways>
        <Tab isCurrent={!current} search={{}} name={texts.all} />
        {opened.map((view) => (
          <Tab
            key={view.id}
            isCurrent={view === current}
            search={addressOf(view)}
            name={view.name}
            sharedBy={view.kept && view.kept.sharing !== 'PRIVATE' ? (view.kept.ownerName ?? '') : undefined}
          />
        ))}
      </nav>
      {isOther && (
        <span className={classes.acts}>
          {current && (
            <Button variant="subtle" color="gray" onClick={() => onGo(addressOf(current))}>
              {texts.discard}
            </Button>
          )}
          {kept?.mayEdit && (
            <Button variant="default" loading={keep.isPending} onClick={() => save(kept)}>
              {texts.save}
            </Button>
          )}
          <Button variant="default" onClick={() => setAsked('new')}>
            {texts.saveAs}
          </Button>
        </span>
      )}
      {current && (
        <Menu menuItemTabIndex={0} position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon aria-label={texts.more(current.name)}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void copy()}>{texts.copy}</Menu.Item>
            {kept?.mayEdit && <Menu.Item onClick={() => setAsked('edit')}>{texts.rename}</Menu.Item>}
            {kept?.mayEdit && <Menu.Item onClick={() => setAsked('remove')}>{texts.removeView}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      <Suspense>
        {(asked === 'new' || (asked === 'edit' && kept)) && (
          <ViewDialog
            view={asked === 'edit' ? kept : undefined}
            content={asked === 'edit' && kept ? kept.content : contentOf(search)}
            sharing={sharing}
            onKept={(view) => {
              setAsked(null);
              if (asked === 'new') open(view);
            }}
            onClose={() => setAsked(null)}
          />
        )}
        {asked === 'remove' && kept && (
          <ConfirmDialog
            title={texts.removeTitle(kept.name)}
            question={texts.removeQuestion(kept.sharing !== 'PRIVATE')}
            no={texts.keep}
            yes={texts.confirmRemove}
            onAnswer={(yes) => {
              setAsked(null);
              if (!yes) return;
              remove.mutate(kept.id);
              toast.success(texts.removed);
              onGo({});
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

type TabProps = { isCurrent: boolean; search: LoanSearch; name: string; sharedBy?: string | undefined };

const Tab = ({ isCurrent, search, name, sharedBy }: TabProps) => (
  <Link
    to="/app/loans"
    search={search}
    className={classes.tab}
    aria-current={isCurrent ? 'page' : undefined}
    data-current={isCurrent || undefined}
    activeOptions={{ exact: true }}
    title={sharedBy && texts.sharedBy(sharedBy)}
    onClick={() => storeFilters(search)}
  >
    {name}
    {sharedBy !== undefined && <IconUsers size={13} aria-label={texts.sharedBy(sharedBy)} />}
  </Link>
);
