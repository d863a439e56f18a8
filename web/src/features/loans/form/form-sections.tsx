import { useState } from 'react';
import { useBorrowerNames } from './fields/check-fields';
import { useFormValue } from './form-context';
import { jointGroups } from './joint-groups';
import type { SectionLayout } from './layout';
import { scifLayout } from './layouts/declaration-layouts';
import { headLayout } from './layouts/loan-layouts';
import { PersonTabs } from './person-tabs';
import { SectionPanel, useScope } from './section-panel';
import { sections } from './sections';
import { texts } from './texts';

/** All sections, with the chosen borrower and the chosen joint group in the sections that have several. */
export function FormSections() {
  const names = useBorrowerNames();
  const groups = useFormValue(({ application }) =>
    jointGroups(application)
      .map((group) => group.join(' '))
      .join('|'),
  ).split('|');
  const [borrower, setBorrower] = useState('');
  const [group, setGroup] = useState(0);
  const current = names.some(({ value }) => value === borrower) ? borrower : (names[0]?.value ?? '');
  const chosen = groups[group] ? group : 0;
  const nameOf = (id: string) => names.find(({ value }) => value === id)?.label ?? '';
  const groupOptions = groups.map((ids, at) => ({
    value: String(at),
    label: ids.split(' ').map(nameOf).join(' and '),
  }));
  const all = names.map(({ value }) => value);
  return [headLayout, ...sections, scifLayout].map((section) => {
    if (section.scope === 'loan') return <LoanSection key={section.key} section={section} borrowers={all} />;
    if (section.scope === 'group') {
      return (
        <GroupSection
          key={section.key}
          section={section}
          borrowers={groups[chosen]?.split(' ') ?? []}
          isFirst={chosen === 0}
        >
          <PersonTabs
            label={texts.groups}
            name={`group:${section.key}`}
            options={groupOptions}
            value={String(chosen)}
            onChange={(value) => setGroup(Number(value))}
          />
        </GroupSection>
      );
    }
    return (
      <BorrowerSection key={section.key} section={section} borrower={current}>
        <PersonTabs
          label={texts.borrowers}
          name={`borrower:${section.key}`}
          options={names}
          value={current}
          onChange={setBorrower}
        />
      </BorrowerSection>
    );
  });
}

type Props = { section: SectionLayout; children?: React.ReactNode };

function LoanSection({ section, borrowers }: Props & { borrowers: readonly string[] }) {
  return <SectionPanel section={section} scope={useScope('', '', borrowers, true)} />;
}

type GroupProps = Props & { borrowers: readonly string[]; isFirst: boolean };

function GroupSection({ section, borrowers, isFirst, children }: GroupProps) {
  const scope = useScope('', `borrowers/${borrowers[0]}/`, borrowers, isFirst);
  return <SectionPanel section={section} scope={scope} tabs={children} />;
}

function BorrowerSection({ section, borrower, children }: Props & { borrower: string }) {
  const prefix = `borrowers/${borrower}/`;
  const scope = useScope(prefix, prefix, [borrower], true);
  return <SectionPanel section={section} scope={scope} tabs={children} />;
}
