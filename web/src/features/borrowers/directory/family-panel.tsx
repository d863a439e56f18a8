import '@mantine/core/styles/Combobox.layer.css';
import { ActionIcon, Button, Select } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import classes from '@/features/contacts/contacts.module.css';
import { AsyncSelect, type Option } from '@/shared/ui/async-select';
import { Panel } from '@/shared/ui/panel';
import { type Borrower, loadFamily, useBorrowerChange } from './borrowers';
import { texts } from './texts';

type Relation = keyof typeof texts.relations;

/** Relatives of a borrower. A relation always applies to both records. */
export function FamilyPanel({ borrower }: { borrower: Borrower }) {
  const [isAdding, setAdding] = useState(false);
  const change = useBorrowerChange();
  return (
    <Panel
      title={texts.family}
      text={texts.familyText}
      action={
        !isAdding && (
          <Button variant="default" onClick={() => setAdding(true)}>
            {texts.relate}
          </Button>
        )
      }
    >
      {borrower.relatives.length === 0 && !isAdding && <p className={classes.quiet}>{texts.noFamily}</p>}
      {borrower.relatives.length > 0 && (
        <ul className={classes.rows} aria-label={texts.family}>
          {borrower.relatives.map(({ id, name, relation }) => (
            <li key={id}>
              <span>
                <Link to="/app/borrowers/$borrowerId" params={{ borrowerId: id }}>
                  {name}
                </Link>{' '}
                <span className={classes.end}>{texts.relations[relation as Relation]}</span>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.unrelate(name)}
                onClick={() => change.mutate({ act: 'unrelate', id: borrower.id, relative: id })}
              >
                <IconX size={15} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {isAdding && <RelativeForm borrower={borrower} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

function RelativeForm({ borrower, onClose }: { borrower: Borrower; onClose: () => void }) {
  const [person, setPerson] = useState<Option | null>(null);
  const [relation, setRelation] = useState<string | null>('SPOUSE');
  const change = useBorrowerChange();
  const save = () => {
    if (!person || !relation) return;
    const body = { act: 'relate', id: borrower.id, relative: person.id, relation } as const;
    change.mutate(body, { onSuccess: onClose });
  };
  return (
    <div className={classes.fields}>
      <AsyncSelect
        label={texts.person}
        name={texts.person}
        required
        placeholder={texts.choosePerson}
        queryKey={['borrowers', 'family', borrower.id]}
        load={loadFamily}
        value={person}
        onChange={setPerson}
      />
      <Select
        label={texts.relation}
        required
        data={Object.entries(texts.relations).map(([value, label]) => ({ value, label }))}
        value={relation}
        onChange={setRelation}
        allowDeselect={false}
      />
      <div className={`${classes.actions} ${classes.whole}`}>
        <Button onClick={save} disabled={!person} loading={change.isPending}>
          {texts.save}
        </Button>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}
