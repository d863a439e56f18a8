import IconAlertOctagonFilled from '@tabler/icons-react/dist/esm/icons/IconAlertOctagonFilled.mjs';
import IconAlertTriangleFilled from '@tabler/icons-react/dist/esm/icons/IconAlertTriangleFilled.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconCircleHalf2 from '@tabler/icons-react/dist/esm/icons/IconCircleHalf2.mjs';
import classes from './aside.module.css';

const symbols = {
  complete: IconCircleCheck,
  progress: IconCircleHalf2,
  warning: IconAlertTriangleFilled,
  error: IconAlertOctagonFilled,
  empty: IconCircleDashed,
} as const;

export type Tone = keyof typeof symbols;

/** A state by its shape. A text beside it says the same. */
export function StateSymbol({ tone }: { tone: Tone }) {
  const Shape = symbols[tone];
  return <Shape size={15} aria-hidden className={classes.mark} data-tone={tone} />;
}
