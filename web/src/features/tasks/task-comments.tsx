import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, Suspense, useId, useState } from 'react';
import { dayAndTime } from '@/shared/lib/format';
import { onDemand } from '@/shared/lib/on-demand';
import { Loaded } from '@/shared/ui/panel';
import { toast } from '@/shared/ui/toasts/toast-store';
import { commentLengthMax, commentsQuery, type TaskComment, useCommentChange } from './comments';
import classes from './task-comments.module.css';
import { texts } from './texts';

const ConfirmDialog = onDemand(() => import('@/shared/ui/confirm-dialog'));

type Props = {
  taskId: number;
  /** The unsent comment. The dialog's form stores it, so that docking keeps it. */
  draft: string;
  onDraft: (text: string) => void;
};

/** Comments of a task. */
export function TaskComments({ taskId, draft, onDraft }: Props) {
  const id = useId();
  const comments = useQuery(commentsQuery(taskId));
  const change = useCommentChange();
  const [removed, setRemoved] = useState<TaskComment | null>(null);
  const add = () => {
    const text = draft.trim();
    if (!text || change.isPending) return;
    change.mutate(
      { act: 'add', taskId, text, key: crypto.randomUUID() },
      { onSuccess: () => onDraft(''), onError: ({ message }) => toast.error(message) },
    );
  };
  const count = comments.data?.rows.filter(({ deletedAt }) => !deletedAt).length ?? 0;
  return (
    <section className={classes.comments} aria-labelledby={id}>
      <h3 id={id}>{count > 0 ? texts.commentsCounted(count) : texts.comments}</h3>
      <Loaded query={comments}>
        {({ rows }) =>
          rows.length > 0 ? (
            <ol aria-label={texts.comments}>
              {rows.map((comment) => (
                <Comment key={comment.id} comment={comment} onRemove={() => setRemoved(comment)} />
              ))}
            </ol>
          ) : (
            <p className={classes.quiet}>{texts.noComments}</p>
          )
        }
      </Loaded>
      <div className={classes.add}>
        <Textarea
          aria-label={texts.addComment}
          placeholder={texts.addComment}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={commentLengthMax}
          value={draft}
          onChange={({ currentTarget }) => onDraft(currentTarget.value)}
          onKeyDown={onSend(add)}
        />
        <Button variant="default" loading={change.isPending} disabled={!draft.trim()} onClick={add}>
          {texts.sendComment}
        </Button>
      </div>
      <Suspense>
        {removed && (
          <ConfirmDialog
            title={texts.removeComment}
            question={texts.removeCommentQuestion}
            no={texts.cancel}
            yes={texts.remove}
            onAnswer={(isSure) => {
              setRemoved(null);
              if (!isSure) return;
              change.mutate({ act: 'remove', id: removed.id }, { onError: ({ message }) => toast.error(message) });
            }}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Enter adds a line. With Ctrl or Command it sends. */
const onSend = (send: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  send();
};

type CommentProps = { comment: TaskComment; onRemove: () => void };

function Comment({ comment, onRemove }: CommentProps) {
  const { id, authorName, text, isOwn, createdAt, editedAt, deletedAt } = comment;
  const [edited, setEdited] = useState<string | null>(null);
  const change = useCommentChange();
  if (deletedAt) {
    return <li className={classes.quiet}>{texts.commentDeleted(authorName, dayAndTime(deletedAt))}</li>;
  }
  const save = () => {
    const text = edited?.trim();
    if (!text || change.isPending) return;
    change.mutate(
      { act: 'edit', id, text },
      { onSuccess: () => setEdited(null), onError: ({ message }) => toast.error(message) },
    );
  };
  return (
    <li>
      <div className={classes.head}>
        <strong>{authorName}</strong>
        <time dateTime={createdAt}>{dayAndTime(createdAt)}</time>
        {editedAt && <span title={dayAndTime(editedAt)}>{texts.commentEdited}</span>}
        {isOwn && edited === null && (
          <span className={classes.acts}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={texts.editComment(text)}
              onClick={() => setEdited(text)}
            >
              <IconPencil size={14} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-label={texts.removeCommentOf(text)}
              onClick={onRemove}
            >
              <IconTrash size={14} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      {edited === null ? (
        <p className={classes.text}>{text}</p>
      ) : (
        <div className={classes.edit}>
          <Textarea
            aria-label={texts.editedComment}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={commentLengthMax}
            autoFocus
            // Escape discards the edit without closing the dialog.
            data-mantine-stop-propagation="true"
            value={edited}
            onChange={({ currentTarget }) => setEdited(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') setEdited(null);
              onSend(save)(event);
            }}
          />
          <Group gap={8}>
            <Button size="compact-xs" loading={change.isPending} disabled={!edited.trim()} onClick={save}>
              {texts.saveComment}
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => setEdited(null)}>
              {texts.cancel}
            </Button>
          </Group>
        </div>
      )}
    </li>
  );
}
