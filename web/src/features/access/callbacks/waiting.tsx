import { Loader } from '@mantine/core';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';

/** A screen that is only passed through. */
export function Waiting({ text }: { text: string }) {
  return (
    <PublicFrame>
      <p role="status" className={classes.waiting}>
        <Loader size={18} />
        {text}
      </p>
    </PublicFrame>
  );
}
