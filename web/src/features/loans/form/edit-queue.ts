import type { Conflict, FieldEdit } from '@/api/types';
import { isSame, valueAt, withValue } from './path';

/** A value that the server refused, kept in its field together with the message. */
export type Refused = { to: unknown; message: string };

/**
 * Edits that the server doesn't have yet. `sent` is the request that is under way or has to be repeated as it is: the
 * server may have applied it although its answer was lost. The next request sends `waiting`.
 */
export type EditQueue = {
  sent: readonly FieldEdit[];
  waiting: readonly FieldEdit[];
  refused: ReadonlyMap<string, Refused>;
};

export const emptyQueue: EditQueue = { sent: [], waiting: [], refused: new Map() };

/** Whether some edits aren't saved. */
export const isUnsaved = ({ sent, waiting, refused }: EditQueue): boolean =>
  sent.length + waiting.length + refused.size > 0;

/** The server's document with all edits that it doesn't have yet. */
export function withEdits<Root>(document: Root, { sent, waiting, refused }: EditQueue): Root {
  const edited = [...sent, ...waiting].reduce((root, { path, to }) => withValue(root, path, to), document);
  return [...refused].reduce((root, [path, { to }]) => withValue(root, path, to), edited);
}

const without = (refused: EditQueue['refused'], path: string) =>
  new Map([...refused].filter(([other]) => other !== path && !other.startsWith(`${path}/`)));

/**
 * Adds an edit. A later edit of the same path replaces the waiting one. `seen` is the value after all earlier edits, or
 * the visible part of a sealed value.
 */
export function withEdit(queue: EditQueue, path: string, seen: unknown, to: unknown): EditQueue {
  const earlier = queue.waiting.find((edit) => edit.path === path);
  const edit: FieldEdit = { path, from: earlier ? earlier.from : (seen ?? null), to: to ?? null };
  // An edit of a whole item includes the edits of its fields.
  const kept = queue.waiting.filter((other) => !other.path.startsWith(`${path}/`));
  const isBack = isSame(edit.from, edit.to);
  // An edit keeps its place, so that an item exists before its fields change.
  const changed = earlier ? kept.map((other) => (other === earlier ? edit : other)) : [...kept, edit];
  const waiting = isBack ? changed.filter((other) => other !== edit) : changed;
  return { ...queue, waiting, refused: without(queue.refused, path) };
}

/** The queue as it was before the waiting edit of a path, for the value that the edit starts from. */
export const before = (queue: EditQueue, path: string): EditQueue => ({
  ...queue,
  waiting: queue.waiting.filter((edit) => !isAt(edit.path, path)),
  refused: new Map(),
});

/** Takes the waiting edits into the next request. */
export const taken = (queue: EditQueue): EditQueue =>
  queue.sent.length > 0 ? queue : { ...queue, sent: queue.waiting, waiting: [] };

/** The request succeeded. Waiting edits of the same fields go on from the values that the server wrote. */
export function saved(queue: EditQueue, document: unknown): EditQueue {
  const isTouched = ({ path }: FieldEdit) => queue.sent.some((sent) => isAt(sent.path, path) || isAt(path, sent.path));
  const waiting = queue.waiting
    .map((edit) => (isTouched(edit) ? { ...edit, from: seenIn(document, edit) } : edit))
    .filter(({ from, to }) => !isSame(from, to));
  return { ...queue, sent: [], waiting };
}

/** The value that the next edit starts from. The document has no sealed values, so the sent one counts. */
const seenIn = (document: unknown, { path, from }: FieldEdit): unknown =>
  isSealedPath(path) ? from : (valueAt(document, path) ?? null);

export const isSealedPath = (path: string): boolean =>
  /\/(taxpayerIdentifier|birthDate|accountNumber)$|\/demographics\//.test(path);

const isAt = (path: string, other: string) => path === other || path.startsWith(`${other}/`);

/** Takes refused values out of the request, so that the rest can be sent again. */
export function refusedBy(queue: EditQueue, fields: Readonly<Record<string, string>>): EditQueue {
  const refused = new Map(queue.refused);
  const messageFor = (path: string) =>
    Object.entries(fields).find(([field]) => isAt(field, path) || isAt(path, field))?.[1];
  const accepted = queue.sent.filter(({ path, to }) => {
    const message = messageFor(path);
    if (message !== undefined && !queue.waiting.some((edit) => edit.path === path)) refused.set(path, { to, message });
    return message === undefined;
  });
  // A waiting edit of a refused field starts from the value of the server.
  const started = new Map(queue.sent.map(({ path, from }) => [path, from]));
  const waiting = queue.waiting.map((edit) =>
    messageFor(edit.path) === undefined || !started.has(edit.path) ? edit : { ...edit, from: started.get(edit.path) },
  );
  return { sent: [], waiting: [...accepted, ...waiting], refused };
}

/** Takes fields that someone else changed out of the request. The user decides about them. */
export function withoutConflicts(queue: EditQueue, conflicts: readonly Conflict[]): EditQueue {
  const paths = conflicts.map(({ path }) => path);
  const isFree = ({ path }: FieldEdit) => !paths.includes(path);
  return { ...queue, sent: [], waiting: [...queue.sent.filter(isFree), ...queue.waiting.filter(isFree)] };
}
