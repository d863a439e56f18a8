import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FilterMenu } from '@/shared/ui/filter-menu';
import { sectionGroups, sections } from '../form/sections';
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
            {sections.map(({ key, name }) => (
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
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
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
