/**
 * What somebody had typed when their session ended without being asked: kept in this tab until they are back, and for
 * nobody else. What is sealed in the database is never among it.
 */
const storageKey = 'keptWork';

/** Whoever stays away for longer begins anew, in milliseconds. */
const keptForMs = 12 * 3_600_000;

/** Fields whose values are sealed or secret. */
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
    // There is no room for it, or no storage at all: then it is lost, as it was before.
    console.error('What was typed could not be kept', cause);
  }
}

/** Takes up what was kept for this user; what was kept for anybody else is dropped. Null is somebody who keeps nothing. */
export function takeUpWork(user: number | null): void {
  if (owner !== null && owner === user) return;
  owner = user;
  const kept = stored();
  const isOwn = kept !== null && kept.owner === user && Date.now() - kept.atMs < keptForMs;
  if (!isOwn) sessionStorage.removeItem(storageKey);
  works = isOwn ? kept.works : {};
  path = isOwn ? kept.path : null;
}

/** Whoever signs out themselves leaves nothing behind. */
export const forgetWork = (): void => takeUpWork(null);

/** The page on which it was typed, told once. */
export function takeKeptPath(): string | null {
  const told = path;
  path = null;
  return told;
}

/** Registers what is to be kept; returns how to take it back. What tells nothing keeps nothing. */
export function holdWork(key: string, values: () => unknown): () => void {
  holders.set(key, values);
  return () => {
    if (holders.get(key) === values) holders.delete(key);
  };
}

/** Keeps what is typed, for the session is about to end. Nobody is there to be asked whether the page may be left. */
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

/** What is kept, by the beginning of its name. */
export const keptWorks = (beginning: string): readonly [string, unknown][] =>
  Object.entries(works).filter(([key]) => key.startsWith(beginning));

export const isKept = (key: string): boolean => key in works;

/** What is kept under a name; it is given back once. */
export function takeKept(key: string): unknown {
  const typed = works[key];
  delete works[key];
  const kept = stored();
  if (kept && owner !== null) store({ ...kept, works });
  return typed;
}
