import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Tabs.layer.css';
import { Modal, Tabs } from '@mantine/core';
import { Suspense, useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { Loan } from '@/api/types';
import { shownBatch } from '@/features/bulk-imports/polling';
import { underWayNotice, useBulkProgress } from '@/features/bulk-imports/progress';
import { errorMessage, sendFiles, sentFiles } from '@/features/bulk-imports/sending';
import { modalWidths } from '@/shared/lib/constants';
import { onDemand } from '@/shared/lib/on-demand';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { draftOpening } from '@/shared/lib/use-draft';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { useActiveUser, usePermission, usePermissions } from '@/shared/session/me';
import { toast } from '@/shared/ui/toasts/toast-store';
import { ownSlotFilled } from '../team/team';
import classes from './create-loan-modal.module.css';
import { emptyForm, type LoanForm } from './loan-form';
import { LoanFormBody } from './loan-form-body';
import { type LoanDraft, type LoanTab, type NewLoanData, preselected, tabOf } from './new-loan-dialog';
import { texts } from './texts';
import { useTeamData } from './use-team-of';

const BulkImportPanel = onDemand(() => import('@/features/loans/create/bulk-import-panel'));

const tabs: readonly LoanTab[] = ['manual', 'fnma', 'mismo'];

type Props = { data: NewLoanData; onClose: (loan: Loan | undefined) => void };

/**
 * Creates a loan by hand or from a file. Switching the tab or the import type replaces the whole form, so that no
 * field, file or match remains.
 */
export default function CreateLoanModal({ data, onClose }: Props) {
  const user = useActiveUser();
  const place = ownSlotFilled(user, usePermissions().permissions);
  const [asked, setAsked] = useState<Partial<ReturnType<typeof preselected>>>(() => preselected(data));
  const [tab, setTab] = useState(tabOf(asked.tab));
  const [importType, setImportType] = useState(() => draftOpening<LoanDraft>('new loan')?.importType ?? null);
  const [isLocked, setLocked] = useState(false);
  const isDirty = useRef(false);
  const work = useUnsavedWork({ isDirty: () => isDirty.current, discard: () => onClose(undefined) });
  const isPhone = useIsPhone();
  const mayBulk = usePermission('BULK_IMPORT');
  const isUnderWay = useBulkProgress() !== null;
  const batch = useSyncExternalStore(shownBatch.subscribe, shownBatch.get);
  const [dropped, setDropped] = useState<LoanForm | null>(null);
  const dataOf = useTeamData();
  const isBulk = tab === 'mismo' && (dropped !== null || batch !== null);

  const cancel = async () => {
    if (!isLocked && (await work.confirm())) onClose(undefined);
  };
  const close = useCallback(() => onClose(undefined), [onClose]);
  const startBulkImport = (files: File[], form: LoanForm) => {
    isDirty.current = false;
    shownBatch.set(null);
    setDropped(form);
    dataOf(form)
      .then((data) => sendFiles(files, data))
      .catch((error) => {
        sentFiles.forget();
        setDropped(null);
        toast.error(errorMessage(error));
      });
  };
  const switchTab = (next: string | null) => {
    setTab(tabOf(next ?? undefined));
    setImportType(null);
    // The opener's initial values apply only while its tab is open.
    setAsked({});
  };
  const isBrokered = user.WizeOrgUnit.isNonDelegated ? false : null;
  const { purpose } = asked;
  const start = emptyForm(place, importType, { isBrokered, ...(purpose && { purpose }) });

  return (
    <Modal
      opened
      onClose={() => void cancel()}
      title={texts.titles[tab]}
      size={modalWidths.extraLarge}
      fullScreen={isPhone}
      closeOnEscape={!isLocked}
      closeOnClickOutside={!isLocked}
      closeButtonProps={{ disabled: isLocked, 'aria-label': 'Close' }}
      classNames={{ body: classes.body, content: classes.content }}
    >
      <Tabs value={tab} onChange={switchTab} className={classes.tabs}>
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              disabled={isLocked || (isUnderWay && name !== 'fnma' && name !== tab)}
              title={isUnderWay && name !== 'fnma' ? underWayNotice : undefined}
            >
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          {isBulk ? (
            <Suspense>
              <BulkImportPanel form={dropped} onLocked={setLocked} onClose={close} />
            </Suspense>
          ) : (
            <LoanFormBody
              key={`${tab} ${importType}`}
              tab={tab}
              start={start}
              onImportType={setImportType}
              onLocked={setLocked}
              isDirty={isDirty}
              onCancel={() => void cancel()}
              onCreated={onClose}
              onSeveral={mayBulk ? startBulkImport : undefined}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
