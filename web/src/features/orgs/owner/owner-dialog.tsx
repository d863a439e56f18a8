import '@/shared/ui/modal-styles';
import { Button, Group, Modal, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { FilterInput } from '@/shared/ui/filter-input';
import { type CompanyAdmin, companyAdminsQuery, useSaveOwner } from './owner-calls';
import classes from './owner-dialog.module.css';

/** Longer lists have a search field. */
const searchedFrom = 8;

const texts = {
  title: 'Select Company Owner',
  text: 'The owner is who answers for the company. It can be changed later.',
  list: 'Company admins',
  search: 'Search by name or e-mail',
  nobody: 'There is no owner',
  noneFound: 'No records found',
  failed: 'The list could not be loaded.',
  save: 'Save',
} as const;

type Choice = number | 'nobody' | null;

/** Asks which company admin owns the company, if any. */
export default function OwnerDialog({ company, onClose }: { company: number; onClose: () => void }) {
  const [string, setString] = useState('');
  const [choice, setChoice] = useState<Choice>(null);
  const admins = useQuery({ ...companyAdminsQuery(company, string), placeholderData: keepPreviousData });
  const saving = useSaveOwner(company);
  const save = () => {
    if (choice !== null) saving.mutate(choice === 'nobody' ? null : choice, { onSuccess: onClose });
  };
  const isLong = string !== '' || (admins.data?.count ?? 0) > searchedFrom;
  return (
    <Modal opened onClose={onClose} title={texts.title} size={modalWidths.medium}>
      <div className={classes.dialog}>
        <p>{texts.text}</p>
        {isLong && <FilterInput label={texts.search} value={string} onChange={setString} />}
        {admins.data ? (
          <Choices admins={admins.data.users ?? []} choice={choice} onChange={setChoice} />
        ) : admins.isError ? (
          <p role="alert">{texts.failed}</p>
        ) : (
          <Skeleton height={96} radius={8} aria-hidden />
        )}
        <div role="alert" className={classes.problem}>
          {saving.error?.message}
        </div>
        <Group justify="flex-end" gap={8}>
          <Button disabled={choice === null} loading={saving.isPending} onClick={save}>
            {texts.save}
          </Button>
        </Group>
      </div>
    </Modal>
  );
}

type ChoicesProps = { admins: readonly CompanyAdmin[]; choice: Choice; onChange: (choice: Choice) => void };

function Choices({ admins, choice, onChange }: ChoicesProps) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={texts.list} className={classes.list}>
      {admins.map((admin) => (
        <label key={admin.id} className={classes.item}>
          <input type="radio" name={name} checked={choice === admin.id} onChange={() => onChange(admin.id)} />
          <span>
            {admin.name}
            <span className={classes.email}>{admin.email}</span>
          </span>
        </label>
      ))}
      {admins.length === 0 && <p className={classes.none}>{texts.noneFound}</p>}
      <label className={classes.item}>
        <input type="radio" name={name} checked={choice === 'nobody'} onChange={() => onChange('nobody')} />
        {texts.nobody}
      </label>
    </div>
  );
}
