/**
 * Keeps unsaved input when a session ends unexpectedly. It stays in this tab until the same user signs in again, and no
 * other user can get it. Values that the server stores encrypted are never kept.
 */
const storageKey = 'keptWork';

/** Maximum age of kept input in milliseconds. */
const keptForMs = 12 * 3_600_000;

/** Fields with encrypted or secret values. */
const isSealed = (name: string): boolean => /ssn|taxpayer|birth|account|password|secret|token/i.test(name);

type Kept = { owner: number; path: string; atMs: number; works: Record<string, unknown> };

const holders = new Map<string, () => unknown>();
let owner: number | null = null;
let works: Record<string, unknown> = {};
let path: string | null = null;

function stored(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

function store(kept: Kept): void {
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

/** Loads the input kept for this user, and discards that of any other user. Null means no user. */
export function takeUpWork(user: number | null): void {
  if (owner !== null && owner === user) return;
  owner = user;
  const kept = stored();
  const isOwn = kept !== null && kept.owner === user && Date.now() - kept.atMs < keptForMs;
  if (!isOwn) sessionStorage.removeItem(storageKey);
  works = isOwn ? kept.works : {};
  path = isOwn ? kept.path : null;
}

/** Discards everything after the user has signed out intentionally. */
export const forgetWork = (): void => takeUpWork(null);

/** The page of the kept input. Returns it only once. */
export function takeKeptPath(): string | null {
  const taken = path;
  path = null;
  return taken;
}

/** Registers input to keep. Returns a function that removes the registration. `undefined` means nothing to keep. */
export function holdWork(key: string, values: () => unknown): () => void {
  holders.set(key, values);
  return () => {
    if (holders.get(key) === values) holders.delete(key);
  };
}

/**
 * Keeps all registered input, because the session is about to end. There is no chance to ask the user about leaving the
 * page.
 */
export function putWorkAside(): void {
  if (owner === null) return;
  for (const [key, values] of holders) {
    const typed = values();
    if (typed !== undefined) works[key] = typed;
  }
  const { pathname, search } = window.location;
  store({ owner, path: pathname + search, atMs: Date.now(), works });
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
}

/** Kept input whose key starts with a prefix. */
export const keptWorks = (beginning: string): readonly [string, unknown][] =>
  Object.entries(works).filter(([key]) => key.startsWith(beginning));

export const isKept = (key: string): boolean => key in works;

/** Kept input by its key. Returns it only once. */
export function takeKept(key: string): unknown {
  const typed = works[key];
  delete works[key];
  const kept = stored();
  if (kept && owner !== null) store({ ...kept, works });
  return typed;
}
