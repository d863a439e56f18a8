import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { assessmentOf, problemsOf, type State, stateOf } from '../form/assessment';
import { useFormValue } from '../form/form-context';
import type { SectionScope } from '../form/layout';
import { sectionGroups, sections } from '../form/sections';
import { useSelection } from '../form/selection';
import { StateSymbol, type Tone } from '../form/state-symbol';
import { texts as formTexts } from '../form/texts';
import classes from './section-list.module.css';
import { texts } from './texts';

/** The sections in the order of the form. Following one scrolls to it and puts it into the address. */
export function SectionList() {
  const current = useSectionInView();
  const follow = useFollow();
  return (
    <nav aria-label={texts.sections} className={classes.list}>
      {sectionGroups.map(({ title, sections }) => (
        <div key={title} className={classes.group}>
          <p>{title}</p>
          <ul>
            {sections.map(({ key, name, scope }) => (
              <li key={key}>
                <a
                  href={`#${key}`}
                  onClick={(event) => {
                    event.preventDefault();
                    follow(key);
                  }}
                  aria-current={key === current ? 'location' : undefined}
                >
                  <span className={classes.key}>{key}</span>
                  <span>{name}</span>
                  <SectionState section={key} scope={scope} />
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <CompleteCount />
    </nav>
  );
}

const tones: Readonly<Record<State, Tone>> = {
  Empty: 'empty',
  InProgress: 'progress',
  Complete: 'complete',
  NeedsAttention: 'warning',
};

/** The state of a section for the shown borrower or group, by text and symbol. */
function SectionState({ section, scope }: { section: string; scope: SectionScope }) {
  const { borrower, group, groups } = useSelection();
  const owner = { borrower, group: groups[group]?.[0], loan: undefined }[scope];
  const state = useFormValue(({ document }) => stateOf(document, section, owner));
  const hasError = useFormValue(({ document }) =>
    problemsOf(document).some(
      (one) => one.section === section && one.owner === owner && one.severity === 'Error' && !one.missing,
    ),
  );
  if (!state) return null;
  return (
    <span className={classes.state} data-state={state} data-error={hasError || undefined}>
      {formTexts.states[state]}
      <StateSymbol tone={state === 'NeedsAttention' && hasError ? 'error' : tones[state]} />
    </span>
  );
}

/** How many sections are complete. */
function CompleteCount() {
  const [complete, all] = useFormValue(({ document }) => {
    const states = assessmentOf(document)?.sections ?? [];
    return `${states.filter(({ state }) => state === 'Complete').length} ${states.length}`;
  }).split(' ');
  return all === '0' ? null : <p className={classes.count}>{formTexts.completeCount(Number(complete), Number(all))}</p>;
}

/** The sections as a menu, for narrow screens. */
export function SectionMenu() {
  const current = useSectionInView();
  const follow = useFollow();
  return (
    <div className={classes.menu}>
      <FilterMenu
        label={texts.sectionMenu}
        choices={sections.map(({ key, name }) => ({ value: key, label: `${key} ${name}` }))}
        value={current}
        onChange={follow}
      />
    </div>
  );
}

/** Goes to a section without a new entry in the browser's history. */
function useFollow(): (key: string) => void {
  const navigate = useNavigate({ from: '/app/loans/$loanId/loan-info' });
  return (key) => void navigate({ to: '.', hash: key, replace: true });
}

/** The section that was followed to while it is in sight, or else the uppermost in sight. */
function useSectionInView(): string {
  const { hash } = useLocation();
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setInView((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) after.add(target.id);
            else after.delete(target.id);
          }
          return after;
        }),
      // Below the header, and at least the height of a heading.
      { rootMargin: '-90px 0px -40px 0px' },
    );
    for (const { key } of sections) {
      const element = document.getElementById(key);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, []);
  if (inView.has(hash)) return hash;
  return sections.find(({ key }) => inView.has(key))?.key ?? sections[0]?.key ?? '';
}
