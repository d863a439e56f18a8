/**
 * Names of the files that this tab sends to a batch, until the batch starts or is discarded. A reload loses the files
 * themselves, so the dialog lists the missing ones. Stored in session storage.
 */
const storageKey = 'announcedFiles';

type Announced = {
  batch: string;
  names: string[];
  /** Files with a response, accepted or refused. */
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

/** Names that occur less often in every other list, once for each missing occurrence. */
function missingNames(names: readonly string[], ...present: Map<string, number>[]): string[] {
  return [...counted(names)].flatMap(([name, count]) => {
    const there = Math.max(...present.map((counts) => counts.get(name) ?? 0));
    return Array.from({ length: Math.max(0, count - there) }, () => name);
  });
}

export const announcedFiles = {
  /** Stores the names before the upload. Missing files that are added again are no longer missing. */
  add(batch: string, names: readonly string[], inBatch: readonly string[]) {
    const known = stored();
    if (known?.batch !== batch) {
      store({ batch, names: [...names], answered: [] });
      return;
    }
    const stillMissing = missingNames(announcedFiles.missing(batch, inBatch), counted(names));
    store({ batch, names: [...stillMissing, ...names], answered: [] });
  },
  answered(batch: string, name: string) {
    const known = stored();
    if (known?.batch === batch) store({ ...known, answered: [...known.answered, name] });
  },
  /** The announced files that have no response and aren't in the batch. */
  missing(batch: string, inBatch: readonly string[]): string[] {
    const known = stored();
    return known?.batch === batch ? missingNames(known.names, counted(known.answered), counted(inBatch)) : [];
  },
  forget: () => sessionStorage.removeItem(storageKey),
};
