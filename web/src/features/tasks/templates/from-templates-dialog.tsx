import '@/shared/ui/modal-styles';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { DialogFoot } from '@/shared/ui/dialog-foot';
import { Loaded } from '@/shared/ui/panel';
import type { About } from '../tasks';
import { dueText } from './template-text';
import { templatesQuery, useTasksFromTemplates } from './templates';
import classes from './templates.module.css';
import { texts } from './texts';

type Props = { about: About; name: string; onClose: () => void };

/** Adds tasks to a loan or a lead from the company's templates. */
export default function FromTemplatesDialog({ about, name, onClose }: Props) {
  const isPhone = useIsPhone();
  const query = useQuery(templatesQuery);
  const make = useTasksFromTemplates(about);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [find, setFind] = useState('');
  const kind = 'LoanId' in about ? 'LOAN' : 'LEAD';
  const toggle = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Modal opened onClose={onClose} title={texts.fromTemplates} size={modalWidths.small} fullScreen={isPhone}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutateAsync([...chosen]).then(onClose, () => {});
        }}
      >
        <TextInput
          aria-label={texts.find}
          placeholder={texts.find}
          data-autofocus
          value={find}
          onChange={({ currentTarget: { value } }) => setFind(value)}
        />
        <Loaded query={query}>
          {({ rows }) => {
            const shown = rows.filter(
              (row) => row.about === kind && row.title.toLowerCase().includes(find.trim().toLowerCase()),
            );
            if (shown.length === 0) return <p>{texts.noneFound}</p>;
            return (
              <ul className={classes.chosen} aria-label={texts.chooseText(name)}>
                {shown.map((row) => (
                  <li key={row.id}>
                    <Checkbox
                      label={row.title}
                      description={dueText(row)}
                      checked={chosen.includes(row.id)}
                      onChange={() => toggle(row.id)}
                    />
                  </li>
                ))}
              </ul>
            );
          }}
        </Loaded>
        <DialogFoot
          submit={texts.create(chosen.length)}
          disabled={chosen.length === 0}
          loading={make.isPending}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
