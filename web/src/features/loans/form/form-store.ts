import { ApiError } from '@/api/errors';
import type { ApplicationDocument, Conflict, FieldEdit } from '@/api/types';
import {
  before,
  type EditQueue,
  emptyQueue,
  isSealedPath,
  isUnsaved,
  refusedBy,
  saved,
  taken,
  withEdit,
  withEdits,
  withoutConflicts,
} from './edit-queue';
import { followingEdits } from './following-edits';
import { changedPaths, valueAt, withValue } from './path';

/** Milliseconds without a keystroke after which an edit is sent. Leaving the field sends it at once. */
const pauseMs = 1_500;
/** Milliseconds between attempts to send edits again. */
const retryMs = [2_000, 5_000, 15_000, 30_000];
/** Milliseconds for which a field changed by someone else is marked. */
const markMs = 6_000;

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; message: string };

/** A field that someone else changed first, with the value of this user. */
export type OpenConflict = Conflict & { mine: unknown };

/** Answers of section 8 by the borrower's id. */
export type Demographics = Readonly<Record<string, unknown>>;

type Send = (edits: readonly FieldEdit[]) => Promise<ApplicationDocument>;
type Options = { send: Send; onSaved: (document: ApplicationDocument) => void; onRefetch: () => void };

/**
 * The edited application of one loan. Fields subscribe to it and read single values. Edits apply at once, and are sent
 * in order, one request at a time. They exist only in memory.
 */
export class FormStore {
  #base: ApplicationDocument;
  #queue: EditQueue = emptyQueue;
  #application: unknown;
  #save: SaveState = { kind: 'idle' };
  #conflicts: readonly OpenConflict[] = [];
  /** Answers of section 8 by borrower. They arrive on request, and never with the document. */
  #demographics: Demographics = {};
  #marks: ReadonlyMap<string, string> = new Map();
  #drafts: ReadonlyMap<string, string> = new Map();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isSending = false;
  readonly #listeners = new Set<() => void>();
  readonly #options: Options;

  constructor(document: ApplicationDocument, options: Options) {
    this.#base = document;
    this.#application = document.application;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** The application with all edits. */
  get application(): unknown {
    return this.#application;
  }
  /** The last document of the server. */
  get document(): ApplicationDocument {
    return this.#base;
  }
  get saveState(): SaveState {
    return this.#save;
  }
  get conflicts(): readonly OpenConflict[] {
    return this.#conflicts;
  }

  value = (path: string): unknown => valueAt(this.#application, path);

  /** The message at a field: its text can't be read, or the server refused it. */
  problem = (path: string): string | undefined => this.#drafts.get(path) ?? this.#queue.refused.get(path)?.message;

  /** How many fields have a text that can't be saved. */
  get problemCount(): number {
    return this.#drafts.size + this.#queue.refused.size;
  }

  /** Who changed the field a moment ago, or undefined. An empty text is an unknown person. */
  mark = (path: string): string | undefined => this.#marks.get(path);

  /** Whether the server doesn't have all edits. */
  isUnsaved = (): boolean => isUnsaved(this.#queue) || this.#drafts.size > 0 || this.#conflicts.length > 0;

  /** Whether leaving the page would lose edits. Without a problem they are sent on. */
  wouldLose = (): boolean => this.isUnsaved() && (this.#failures > 0 || this.problemCount > 0);

  /** The edits that survive the end of a session. Sealed values are never among them. */
  unsavedEdits = (): readonly FieldEdit[] =>
    [...this.#queue.sent, ...this.#queue.waiting].filter(({ path }) => !isSealedPath(path));

  /** Changes a field. It is sent after a pause. `now` sends it at once. */
  set(path: string, to: unknown, now = false): void {
    const before = this.#application;
    this.#add(path, to);
    for (const [follow, value] of followingEdits(before, path, to)) this.#add(follow, value);
    this.#drafts = without(this.#drafts, path);
    this.#apply();
    if (now) this.flush();
    else this.#later(pauseMs);
  }

  #add(path: string, to: unknown): void {
    this.#queue = withEdit(this.#queue, path, this.#seen(path), to);
  }

  /** Marks the text of a field as unreadable. It isn't sent. */
  setDraftProblem(path: string, message: string | undefined): void {
    if (this.#drafts.get(path) === message) return;
    this.#drafts = message === undefined ? without(this.#drafts, path) : new Map(this.#drafts).set(path, message);
    this.#notify();
  }

  /** Sends what waits, now. */
  flush(): void {
    clearTimeout(this.#timer);
    void this.#send();
  }

  /** Takes a newer document of the server. Edits stay on top of it. `by` is who changed it, if known. */
  receive(document: ApplicationDocument, by = ''): void {
    if (document.version < this.#base.version || document === this.#base) return;
    const own = new Set([...this.#queue.sent, ...this.#queue.waiting].map(({ path }) => path));
    const changed = changedPaths(this.#base.application, document.application).filter((path) => !own.has(path));
    this.#base = document;
    this.#apply();
    if (changed.length > 0) this.#markFor(changed, by);
  }

  /** Whether the answers of section 8 are shown. */
  hasDemographics = false;

  /** Shows the answers of section 8. */
  showDemographics(answers: Demographics): void {
    this.#demographics = answers;
    this.hasDemographics = true;
    this.#apply();
  }

  /** The server's document, with the shown answers of section 8. */
  #saved(): unknown {
    return Object.entries(this.#demographics).reduce(
      (root: unknown, [id, answers]) => withValue(root, `borrowers/${id}/demographics`, answers),
      this.#base.application,
    );
  }

  /** Resolves an open conflict. Keeping mine changes their value. */
  decide(path: string, keepMine: boolean): void {
    const conflict = this.#conflicts.find((one) => one.path === path);
    if (!conflict) return;
    this.#conflicts = this.#conflicts.filter((one) => one !== conflict);
    if (keepMine) {
      const edit: FieldEdit = { path, from: conflict.value ?? null, to: conflict.mine };
      this.#queue = { ...this.#queue, waiting: [...this.#queue.waiting, edit] };
    }
    this.#apply();
    this.flush();
  }

  /** Drops all edits that the server doesn't have. */
  discard(): void {
    clearTimeout(this.#timer);
    this.#queue = emptyQueue;
    this.#drafts = new Map();
    this.#conflicts = [];
    this.#failures = 0;
    this.#save = { kind: 'idle' };
    this.#apply();
  }

  /** The value that the server shows. Sealed values show their last four digits, or that they exist. */
  #seen(path: string): unknown {
    const sent = this.#queue.sent.findLast((edit) => edit.path === path);
    if (sent && isSealedPath(path)) return sent.to;
    if (/\/(taxpayerIdentifier|accountNumber)$/.test(path)) return valueAt(this.#base.application, `${path}LastFour`);
    if (path.endsWith('/birthDate')) return this.#base.sealed.includes(path) ? 'sealed' : null;
    return valueAt(withEdits(this.#saved(), before(this.#queue, path)), path);
  }

  async #send(isRepeated = false): Promise<void> {
    if (this.#isSending) return;
    this.#queue = taken(this.#queue);
    if (this.#queue.sent.length === 0) {
      // The last edit was taken back before it was sent.
      if (this.#save.kind === 'saving') this.#save = { kind: 'saved', at: new Date() };
      this.#notify();
      return;
    }
    this.#isSending = true;
    // Repeated attempts keep saying that the edits aren't saved.
    if (!isRepeated) this.#save = { kind: 'saving' };
    this.#notify();
    try {
      this.#succeed(await this.#options.send(this.#queue.sent));
    } catch (error) {
      this.#fail(error);
    }
    this.#isSending = false;
    this.#notify();
    if ((this.#save as SaveState).kind !== 'failed' && this.#queue.waiting.length > 0) this.#later(0);
  }

  #succeed(document: ApplicationDocument): void {
    this.#failures = 0;
    for (const { path, to } of this.#queue.sent) {
      const [, id = '', part, field] = path.split('/');
      if (part !== 'demographics' || !field) continue;
      this.#demographics = { ...this.#demographics, [id]: withValue(this.#demographics[id] ?? {}, field, to) };
    }
    this.#queue = saved(this.#queue, document.application);
    // A newer document can have arrived by a live event.
    if (document.version >= this.#base.version) this.#base = document;
    this.#save = this.#queue.waiting.length > 0 ? { kind: 'saving' } : { kind: 'saved', at: new Date() };
    this.#apply();
    this.#options.onSaved(document);
  }

  #fail(error: unknown): void {
    const { status, message, fields } = error instanceof ApiError ? error : new ApiError(0, null, '');
    const conflicts = conflictsOf(error);
    if (status === 409 && conflicts.length > 0) {
      const mine = new Map([...this.#queue.sent, ...this.#queue.waiting].map(({ path, to }) => [path, to]));
      this.#queue = withoutConflicts(this.#queue, conflicts);
      this.#conflicts = [...this.#conflicts, ...conflicts.map((one) => ({ ...one, mine: mine.get(one.path) ?? null }))];
      this.#save = { kind: 'idle' };
      this.#options.onRefetch();
    } else if (status === 422 && this.#queue.sent.length > 0) {
      const before = this.#queue;
      const after = refusedBy(before, fields);
      // A message without a known field belongs to the whole request.
      const isKnown = after.waiting.length < before.sent.length + before.waiting.length;
      this.#queue = isKnown ? after : refusedBy(before, { [before.sent.at(-1)?.path ?? '']: message });
      this.#save = { kind: 'idle' };
    } else {
      this.#save = { kind: 'failed', message };
      this.#later(retryMs[Math.min(this.#failures, retryMs.length - 1)] ?? 0);
      this.#failures += 1;
    }
    this.#apply();
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(this.#failures > 0), ms);
  }

  #markFor(paths: readonly string[], by: string): void {
    this.#marks = new Map([...this.#marks, ...paths.map((path) => [path, by] as const)]);
    this.#notify();
    setTimeout(() => {
      this.#marks = new Map([...this.#marks].filter(([path]) => !paths.includes(path)));
      this.#notify();
    }, markMs);
  }

  #apply(): void {
    this.#application = withEdits(this.#saved(), this.#queue);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const without = (map: ReadonlyMap<string, string>, path: string) =>
  map.has(path) ? new Map([...map].filter(([other]) => other !== path)) : map;

/** The fields that someone else changed in the meantime. */
function conflictsOf(error: unknown): readonly Conflict[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  return (error.body as { details?: { conflicts?: Conflict[] } }).details?.conflicts ?? [];
}
