import { Loader } from '@mantine/core';
import classes from '../public-form.module.css';
import { PublicFrame } from '../public-frame';

/** A page that redirects soon. */
export function Waiting({ text }: { text: string }) {
  return (
    <PublicFrame>
      <div role="status" className={classes.waiting}>
        <Loader size={18} />
        <h1>{text}</h1>
      </div>
    </PublicFrame>
  );
}
