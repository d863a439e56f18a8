import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import classes from './tasks.module.css';
import { texts } from './texts';

/** The number of a task's comments, if any. */
export const CommentCount = ({ count }: { count: number }) =>
  count > 0 && (
    <span className={classes.comments} role="img" aria-label={texts.commentsCounted(count)}>
      <IconMessage size={13} aria-hidden />
      {count}
    </span>
  );
