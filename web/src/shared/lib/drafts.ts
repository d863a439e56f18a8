/**
 * Drafts: unsaved input that outlives an unexpected end of the session. A draft stays in this tab until the same user
 * signs in again, and no other user can get it. Values that the server stores encrypted are never part of a draft.
 */
const storageKey = 'keptWork';

/** Maximum age of drafts in milliseconds. */
const maxAgeMs = 12 * 3_600_000;

/** Fields with encrypted or secret values. */
const isSealed = (name: string): boolean => /ssn|taxpayer|birth|account|password|secret|token/i.test(name);

type StoredDrafts = { owner: number; path: string; atMs: number; works: Record<string, unknown> };

const holders = new Map<string, () => unknown>();
let owner: number | null = null;
let drafts: Record<string, unknown> = {};
let path: string | null = null;

function stored(): StoredDrafts | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as StoredDrafts | null;
  } catch {
    return null;
  }
}

function store(kept: StoredDrafts): void {
  try {
    if (Object.keys(kept.works).length === 0) sessionStorage.removeItem(storageKey);
    else
      sessionStorage.setItem(
        storageKey,
        JSON.stringify(kept, (name, value) => (isSealed(name) ? undefined : value)),
      );
  } catch (cause) {
    // Storage is full or unavailable. Then the input is lost.
    console.error('Your input could not be saved', cause);
  }
}

/** Loads the drafts of this user, and discards those of any other user. Null means no user. */
export function loadDrafts(user: number | null): void {
  if (owner !== null && owner === user) return;
  owner = user;
  const kept = stored();
  const isOwn = kept !== null && kept.owner === user && Date.now() - kept.atMs < maxAgeMs;
  if (!isOwn) sessionStorage.removeItem(storageKey);
  drafts = isOwn ? kept.works : {};
  path = isOwn ? kept.path : null;
}

/** Discards everything after the user has signed out intentionally. */
export const discardDrafts = (): void => loadDrafts(null);

/** The page of the drafts. Returns it only once. */
export function takeDraftPath(): string | null {
  const taken = path;
  path = null;
  return taken;
}

/** Registers a draft. Returns a function that removes the registration. `values` returns `undefined` without a draft. */
export function registerDraft(key: string, values: () => unknown): () => void {
  holders.set(key, values);
  return () => {
    if (holders.get(key) === values) holders.delete(key);
  };
}

/**
 * Stores all drafts when the session ends, because the user can't be asked about leaving the page then.
 */
export function storeDrafts(): void {
  if (owner === null) return;
  for (const [key, values] of holders) {
    const typed = values();
    if (typed !== undefined) drafts[key] = typed;
  }
  const { pathname, search } = window.location;
  store({ owner, path: pathname + search, atMs: Date.now(), works: drafts });
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}

/** Drafts whose key starts with a prefix. */
export const draftsWithPrefix = (beginning: string): readonly [string, unknown][] =>
  Object.entries(drafts).filter(([key]) => key.startsWith(beginning));

export const hasDraft = (key: string): boolean => key in drafts;

/** A draft by its key. Returns it only once. */
export function takeDraft(key: string): unknown {
  const typed = drafts[key];
  delete drafts[key];
  const kept = stored();
  if (kept && owner !== null) store({ ...kept, works: drafts });
  return typed;
}
