import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Tabs.layer.css';
import { Modal, Tabs } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Loan } from '@/api/types';
import type { ImportType } from '@/features/imports/import-file';
import { useActiveUser, usePermissions } from '@/features/people/me';
import { modalWidths } from '@/shared/lib/constants';
import { useUnsavedWork } from '@/shared/lib/unsaved-changes';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { ownPlace } from '../team/team';
import classes from './create-loan-modal.module.css';
import { emptyForm } from './loan-form';
import { LoanFormBody } from './loan-form-body';
import { type LoanTab, type NewLoanData, tabOf } from './new-loan-dialog';
import { texts } from './texts';

const tabs: readonly LoanTab[] = ['manual', 'fnma', 'mismo'];

type Props = { data: NewLoanData; onClose: (loan: Loan | undefined) => void };

/**
 * Creates a loan, by hand or from a file. A switch of tab or import type throws the form away and makes a new one, so
 * that nothing of it stays: fields, file or matches.
 */
export default function CreateLoanModal({ data, onClose }: Props) {
  const user = useActiveUser();
  const place = ownPlace(user, usePermissions().permissions);
  const [tab, setTab] = useState(tabOf(data.tab));
  const [importType, setImportType] = useState<ImportType | null>(null);
  const [isLocked, setLocked] = useState(false);
  const [purpose, setPurpose] = useState(data.LoanPurposeType);
  const isDirty = useRef(false);
  const work = useUnsavedWork({ isDirty: () => isDirty.current, discard: () => {} });
  const isPhone = useIsPhone();

  const cancel = async () => {
    if (!isLocked && (await work.confirm())) onClose(undefined);
  };
  const switchTab = (next: string | null) => {
    setTab(tabOf(next ?? undefined));
    setImportType(null);
    // What the opener asked for applies only while its tab is open.
    setPurpose(undefined);
  };
  const isBrokered = user.WizeOrgUnit.isNonDelegated ? false : null;
  const start = { ...emptyForm(place, importType), isBrokered, ...(purpose && { purpose }) };

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
            <Tabs.Tab key={name} value={name} disabled={isLocked}>
              {texts.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <LoanFormBody
            key={`${tab} ${importType}`}
            tab={tab}
            start={start}
            onImportType={setImportType}
            onLocked={setLocked}
            isDirty={isDirty}
            onCancel={() => void cancel()}
            onCreated={onClose}
          />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
