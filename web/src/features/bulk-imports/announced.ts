/**
 * The files that this tab was to send into a batch, by name, until the batch is started or given up: after a reload the
 * browser has lost the files, and the dialog says which ones. The names stay in this tab's session storage.
 */
const storageKey = 'announcedFiles';

type Announced = {
  batch: string;
  names: string[];
  /** Those that the server has answered, taken or refused. */
  answered: string[];
};

function stored(): Announced | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Announced | null;
  } catch {
    return null;
  }
}

const store = (announced: Announced) => sessionStorage.setItem(storageKey, JSON.stringify(announced));

function counted(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/** Names of a list that another list holds less often, each as often as it lacks. */
function lacking(names: readonly string[], ...present: Map<string, number>[]): string[] {
  return [...counted(names)].flatMap(([name, count]) => {
    const there = Math.max(...present.map((counts) => counts.get(name) ?? 0));
    return Array.from({ length: Math.max(0, count - there) }, () => name);
  });
}

export const announcedFiles = {
  /** Notes files before they go out. Files that were missing and are added again are no longer missing. */
  add(batch: string, names: readonly string[], inBatch: readonly string[]) {
    const known = stored();
    if (known?.batch !== batch) {
      store({ batch, names: [...names], answered: [] });
      return;
    }
    const stillMissing = lacking(announcedFiles.missing(batch, inBatch), counted(names));
    store({ batch, names: [...stillMissing, ...names], answered: [] });
  },
  answered(batch: string, name: string) {
    const known = stored();
    if (known?.batch === batch) store({ ...known, answered: [...known.answered, name] });
  },
  /** The announced files that neither were answered nor are in the batch. */
  missing(batch: string, inBatch: readonly string[]): string[] {
    const known = stored();
    return known?.batch === batch ? lacking(known.names, counted(known.answered), counted(inBatch)) : [];
  },
  forget: () => sessionStorage.removeItem(storageKey),
};
