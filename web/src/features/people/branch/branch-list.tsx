import { Combobox, TextInput, useCombobox } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { currentChoice } from '@/api/org-unit';
import { useActiveUser } from '@/shared/session/me';
import { useRoleNames } from '../role-names';
import classes from './branch-list.module.css';
import { type BranchChoice, branchChoices, foundChoices, isSameChoice } from './branches';
import { switchBranch } from './switch-branch';
import { texts } from './texts';

/** The user's branches, with their roles in each. Choosing one switches to it. */
export function BranchList({ onClose }: { onClose: () => void }) {
  const user = useActiveUser();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose });
  const choices = branchChoices(user);
  const found = foundChoices(choices, text);
  const active = currentChoice();

  const choose = (key: string) => {
    const choice = choices.find((candidate) => candidate.key === key);
    onClose();
    if (choice && !(active && isSameChoice(choice, active))) void switchBranch(choice, user, queryClient);
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <div className={classes.search}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label={texts.search}
            placeholder={texts.search}
            leftSection={<IconSearch size={15} />}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              combobox.resetSelectedOption();
            }}
          />
        </Combobox.EventsTarget>
      </div>
      <Combobox.Options className={classes.options} aria-label={texts.branches}>
        {found.map((choice) => {
          const isActive = active !== null && isSameChoice(choice, active);
          return (
            <Combobox.Option key={choice.key} value={choice.key} active={isActive} aria-current={isActive}>
              <Entry choice={choice} isActive={isActive} />
            </Combobox.Option>
          );
        })}
        {found.length === 0 && <Combobox.Empty>{texts.noneFound}</Combobox.Empty>}
      </Combobox.Options>
    </Combobox>
  );
}

function Entry({ choice: { branch }, isActive }: { choice: BranchChoice; isActive: boolean }) {
  const roleNames = useRoleNames();
  return (
    <span className={classes.entry}>
      <span className={classes.name}>
        <span>{branch?.displayName ?? texts.all}</span>
        {branch?.isHeadQuarter && <span className={classes.tag}>{texts.headquarters}</span>}
      </span>
      {branch && <span className={classes.roles}>{roleNames(branch.RoleList)}</span>}
      {isActive && <IconCheck className={classes.check} size={16} aria-hidden />}
    </span>
  );
}
