import { UnstyledButton } from '@mantine/core';
import type { Matches } from '@/api/types';
import { Status } from '@/shared/ui/announcer/status';
import { StateMark } from '@/shared/ui/state-mark';
import type { TypedPerson } from './known/known';
import { KnownList, tones } from './known/known-list';
import { isSameMatch, matchKey } from './matches';
import classes from './matches-panel.module.css';
import { texts } from './texts';

type Props = {
  matches: Matches;
  /** The search behind the matches. Null if a file supplied them. */
  typed: TypedPerson | null;
  selected: Matches['rows'][number] | null;
  onToggle: (match: Matches['rows'][number]) => void;
};

/** Existing clients who may be the person in the form, shown beside it to avoid duplicates. */
export function MatchesPanel({ matches, typed, selected, onToggle }: Props) {
  const { rows, others, outside } = matches;
  return (
    <section className={classes.panel} aria-labelledby="possible-matches">
      <h3 id="possible-matches">{texts.possibleMatches}</h3>
      <p className={classes.count}>
        <Status text={texts.resultsFound(rows.length)} />
      </p>
      {rows.length + others.length + outside.length === 0 && <p className={classes.hint}>{texts.matchesHint}</p>}
      <ul>
        {rows.map((match) => (
          <li key={matchKey(match)}>
            <UnstyledButton
              className={classes.match}
              aria-pressed={selected !== null && isSameMatch(selected, match)}
              onClick={() => onToggle(match)}
            >
              <span className={classes.name}>
                {[match.FirstName, match.LastName, match.Suffix].filter(Boolean).join(' ')}
              </span>
              <span className={classes.loan}>#{match.LoanId}</span>
              <span className={classes.email}>{match.Email}</span>
              <span className={classes.strength}>
                <StateMark tone={tones[match.Strength]}>{texts.strengths[match.Strength]}</StateMark>
                <span className={classes.agreed}>{texts.agreed(match.Agreed)}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <KnownList rows={others} outside={outside} typed={typed} />
    </section>
  );
}
