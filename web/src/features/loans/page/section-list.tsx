import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FilterMenu } from '@/shared/ui/filter-menu';
import classes from './loan-info-page.module.css';
import type { Section } from './sections/section';
import { texts } from './texts';

/** The sections, in the order of the form; following one scrolls to it and stands in the address. */
export function SectionList({ sections }: { sections: readonly Section[] }) {
  const current = useSectionInView(sections);
  const follow = useFollow();
  return (
    <nav aria-label={texts.sections} className={classes.sectionList}>
      <ul>
        {sections.map(({ key, title, groups }) => (
          <li key={key}>
            <a
              href={`#${key}`}
              onClick={(event) => {
                event.preventDefault();
                follow(key);
              }}
              aria-current={key === current ? 'location' : undefined}
              data-empty={groups.length === 0 || undefined}
            >
              <span className={classes.sectionKey}>{key}</span>
              <span>{title}</span>
              {groups.length === 0 && <span className="visually-hidden">{texts.nothingEntered}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same where there is no room for a list. */
export function SectionMenu({ sections }: { sections: readonly Section[] }) {
  const current = useSectionInView(sections);
  const follow = useFollow();
  return (
    <div className={classes.sectionMenu}>
      <FilterMenu
        label={texts.sectionMenu}
        choices={sections.map(({ key, title }) => ({ value: key, label: `${key} ${title}` }))}
        value={current}
        onChange={follow}
      />
    </div>
  );
}

/** Goes to a section; its place in the history is the page's. */
function useFollow(): (key: string) => void {
  const navigate = useNavigate({ from: '/app/loans/$loanId/loan-info' });
  return (key) => void navigate({ to: '.', hash: key, replace: true });
}

/** The section that was followed to, for as long as it is in sight; else the uppermost that is. */
function useSectionInView(sections: readonly Section[]): string {
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
      // Below the header, and at least a heading's height of it.
      { rootMargin: '-90px 0px -40px 0px' },
    );
    for (const { key } of sections) {
      const element = document.getElementById(key);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [sections]);
  if (inView.has(hash)) return hash;
  return sections.find(({ key }) => inView.has(key))?.key ?? sections[0]?.key ?? '';
}
