import type { IntegratedLender } from './integrated';
import classes from './integrated.module.css';

/** A lender's logo as a link to its system. */
export function LenderLink({ lender }: { lender: IntegratedLender }) {
  const { displayName, href, imgSrc } = lender;
  return (
    <a
      ref={(element) => {
        // The provider configures the style as CSS text.
        if (element) element.style.cssText = lender.style ?? '';
      }}
      className={`${classes.lender} ${lender.class ?? ''}`.trim()}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={displayName}
    >
      <img src={imgSrc} alt={displayName} />
    </a>
  );
}
