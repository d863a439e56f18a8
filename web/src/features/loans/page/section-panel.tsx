import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { isKept } from '@/shared/lib/kept-work';
import { FactList, FactTable, type Viewer } from './facts';
import classes from './loan-info-page.module.css';
import { keptName, SectionForm } from './section-form';
import type { Group, Section } from './sections/section';
import { texts } from './texts';

type Props = { section: Section; viewer: Viewer; isReadOnly: boolean };

/** One section of the form. */
export function SectionPanel({ section, viewer, isReadOnly }: Props) {
  const { key, title, groups } = section;
  return (
    <section id={key} className={classes.section} aria-labelledby={`${key}-title`}>
      <header className={classes.sectionHead}>
        <h2 id={`${key}-title`}>
          <span className={classes.sectionKey}>{key}</span> {title}
        </h2>
        {groups.length === 0 && (
          <p className={classes.nothing}>{key === '6' ? texts.notSigned : texts.nothingEntered}</p>
        )}
      </header>
      {groups.map((group) => (
        <GroupPart key={group.key} group={group} title={title} viewer={viewer} isReadOnly={isReadOnly} />
      ))}
    </section>
  );
}

type GroupProps = { group: Group; title: string; viewer: Viewer; isReadOnly: boolean };

/** A part of a section: a borrower's, a job's, a property's. Where it can be changed, Edit turns it into a form. */
function GroupPart({ group, title, viewer, isReadOnly }: GroupProps) {
  const { heading, facts, table, fields } = group;
  const [isEditing, setEditing] = useState(() => isKept(keptName(viewer.loanId, heading ?? title)));
  const hasEdited = useRef(false);
  const close = () => {
    hasEdited.current = true;
    setEditing(false);
  };
  // Whoever comes back from the form stands where they went into it, unless they went on meanwhile.
  const focusAfterEdit = (button: HTMLButtonElement | null) => {
    if (button && hasEdited.current && document.activeElement === document.body) button.focus();
  };
  return (
    <div className={classes.group}>
      {(heading || fields) && (
        <div className={classes.groupHead}>
          {heading && <h3>{heading}</h3>}
          {fields && !isReadOnly && !isEditing && (
            <Button
              ref={focusAfterEdit}
              variant="default"
              size="compact-xs"
              aria-label={texts.editSection(heading ?? title)}
              onClick={() => setEditing(true)}
            >
              {texts.edit}
            </Button>
          )}
        </div>
      )}
      {isEditing && fields && (
        <SectionForm
          loanId={viewer.loanId}
          label={heading ?? title}
          fields={fields}
          isReadOnly={isReadOnly}
          onClose={close}
        />
      )}
      {facts.length > 0 && <FactList facts={facts} viewer={viewer} />}
      {table && <FactTable table={table} viewer={viewer} />}
    </div>
  );
}
