import type { ReactNode } from 'react';
import { useBorrowerNames } from './fields/check-fields';
import type { SectionLayout } from './layout';
import { scifLayout } from './layouts/declaration-layouts';
import { headLayout } from './layouts/loan-layouts';
import { PersonTabs } from './person-tabs';
import { SectionPanel, useScope } from './section-panel';
import { sections } from './sections';
import { useSelection } from './selection';
import { texts } from './texts';

/** All sections, with the chosen borrower or joint group in the sections that exist several times. */
export function FormSections() {
  const all = useBorrowerNames().map(({ value }) => value);
  return [headLayout, ...sections, scifLayout].map((section) => {
    if (section.scope === 'loan') return <LoanSection key={section.key} section={section} borrowers={all} />;
    const Shown = section.scope === 'group' ? GroupSection : BorrowerSection;
    return <Shown key={section.key} section={section} />;
  });
}

type Props = { section: SectionLayout };

function LoanSection({ section, borrowers }: Props & { borrowers: readonly string[] }) {
  return <SectionPanel section={section} scope={useScope('', '', borrowers, true)} />;
}

function GroupSection({ section }: Props) {
  const { group, groups } = useSelection();
  const borrowers = groups[group] ?? [];
  const scope = useScope('', `borrowers/${borrowers[0]}/`, borrowers, group === 0);
  return <SectionPanel section={section} scope={scope} tabs={<GroupTabs name={section.key} />} />;
}

function BorrowerSection({ section }: Props) {
  const { borrower } = useSelection();
  const prefix = `borrowers/${borrower}/`;
  const scope = useScope(prefix, prefix, [borrower], true);
  return <SectionPanel section={section} scope={scope} tabs={<BorrowerTabs name={section.key} />} />;
}

export function BorrowerTabs({ name }: { name: string }): ReactNode {
  const names = useBorrowerNames();
  const { borrower, choose } = useSelection();
  return (
    <PersonTabs
      label={texts.borrowers}
      name={`borrower:${name}`}
      options={names}
      value={borrower}
      onChange={(chosen) => choose({ borrower: chosen })}
    />
  );
}

function GroupTabs({ name }: { name: string }): ReactNode {
  const names = useBorrowerNames();
  const { group, groups, choose } = useSelection();
  const nameOf = (id: string) => names.find(({ value }) => value === id)?.label ?? '';
  const options = groups.map((ids, at) => ({ value: String(at), label: ids.map(nameOf).join(' and ') }));
  return (
    <PersonTabs
      label={texts.groups}
      name={`group:${name}`}
      options={options}
      value={String(group)}
      onChange={(chosen) => choose({ group: Number(chosen) })}
    />
  );
}
