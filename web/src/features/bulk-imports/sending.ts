import { ApiError } from '@/api/errors';
import { whileUploading } from '@/shared/lib/while-uploading';
import { announcedFiles } from './announced';
import { addFile, type Batch, createBatch } from './batch';
import { shownBatch } from './polling';
import { texts } from './texts';

/** Progress of the uploads into a batch. */
export type Sending = { sent: number; total: number; isOver: boolean; refused: readonly string[] };

/** Number of parallel uploads. */
const sentAtOnce = 4;

let sending: Sending | null = null;
const listeners = new Set<() => void>();

function set(next: Sending | null) {
  sending = next;
  for (const listener of listeners) listener();
}

/** The current or last uploads of this tab. */
export const sentFiles = {
  get: () => sending,
  forget: () => set(null),
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** The message to show for a failed request. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError && error.hasMessage ? error.message : texts.failed;

/** Creates a batch and uploads files into it, several at a time. A refused file doesn't stop the others. */
export const sendFiles = (files: readonly File[], data: Parameters<typeof createBatch>[0]): Promise<void> =>
  sendInto(async () => (await createBatch(data))._id, files);

/** Uploads files that a reload has lost into an existing batch. */
export const sendAgain = (batch: string, files: readonly File[]): Promise<void> => sendInto(async () => batch, files);

async function sendInto(batchOf: () => Promise<string>, files: readonly File[]): Promise<void> {
  set({ sent: 0, total: files.length, isOver: false, refused: [] });
  await whileUploading(async () => {
    const batch = await batchOf();
    announcedFiles.add(batch, namesOf(files), namesInBatch(batch));
    const left = [...files];
    const lane = async () => {
      for (let file = left.shift(); file; file = left.shift()) await sendOne(batch, file);
    };
    await Promise.all(Array.from({ length: sentAtOnce }, lane));
  });
  if (sending) set({ ...sending, isOver: true });
}

const namesOf = (files: readonly File[]) => files.map(({ name }) => name);

function namesInBatch(id: string): string[] {
  const known = shownBatch.get();
  return known?._id === id ? known.MismoImportBatchItems.map(({ fileName }) => fileName) : [];
}

async function sendOne(batch: string, file: File) {
  const refused: string[] = [];
  try {
    showFuller(await addFile(batch, file));
    announcedFiles.answered(batch, file.name);
  } catch (error) {
    refused.push(texts.notSent(file.name, errorMessage(error)));
    // Leaving the page aborts requests, and their files count as missing. An error from the server counts as a
    // response.
    if (error instanceof ApiError && error.status !== 0) announcedFiles.answered(batch, file.name);
  }
  if (sending) set({ ...sending, sent: sending.sent + 1, refused: [...sending.refused, ...refused] });
}

/** Responses can arrive out of order. Keeps the one with more files. */
function showFuller(filled: Batch) {
  const known = shownBatch.get();
  const size = (batch: Batch) => batch.MismoImportBatchItems.length;
  if (known?._id !== filled._id || size(filled) > size(known)) shownBatch.set(filled);
}
