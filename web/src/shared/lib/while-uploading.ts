import { holdUnsavedWork } from './unsaved-changes';

const question = 'Files are still being uploaded. If you leave now, the rest will be lost. Do you want to leave?';

/** While it runs, a reload, a sign-out or a switch to another branch asks first. Another page loses no upload. */
export async function whileUploading<T>(run: () => Promise<T>): Promise<T> {
  const release = holdUnsavedWork({ isDirty: () => true, discard: () => {}, outlivesPage: true, question });
  try {
    return await run();
  } finally {
    release();
  }
}
