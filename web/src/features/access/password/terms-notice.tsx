import { Fragment } from 'react';
import { useConfig } from '../config';
import classes from '../public-form.module.css';
import { texts } from './texts';

/** Names the terms that the user accepts. Each name is a link if the installation has an address for it. */
export function TermsNotice() {
  const { links } = useConfig();
  const parts = [
    [texts.termsBefore, null],
    [texts.subscriptionAgreement, links.subscriptionAgreement],
    [texts.termsBetween, null],
    [texts.termsOfUse, links.termsOfUse],
    [texts.termsAfter, null],
  ] as const;
  return (
    <p className={classes.terms}>
      {parts.map(([text, address]) =>
        address ? (
          <a key={text} href={address} target="_blank" rel="noopener noreferrer">
            {text}
          </a>
        ) : (
          <Fragment key={text}>{text}</Fragment>
        ),
      )}
    </p>
  );
}
