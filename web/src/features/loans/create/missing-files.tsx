import { Button, FileButton, Group } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { announcedFiles } from '@/features/bulk-imports/announced';
import type { Batch } from '@/features/bulk-imports/batch';
import { sendAgain, sentFiles } from '@/features/bulk-imports/sending';
import { texts } from '@/features/bulk-imports/texts';
import { isArchive, takesFile } from '@/features/imports/file-rules';
import { WarningNote } from '@/shared/ui/warning-note';
import classes from './bulk-import-panel.module.css';

/** The list shows this many names, then only a count. */
const namesShown = 10;

/** Lists the files that a reload has lost, and lets the user add them again. */
export function MissingFiles({ batch }: { batch: Batch }) {
  const [isDismissed, setDismissed] = useState(false);
  // Renders again after each upload.
  useSyncExternalStore(sentFiles.subscribe, sentFiles.get);
  const inBatch = batch.MismoImportBatchItems.map(({ fileName }) => fileName);
  const missing = announcedFiles.missing(batch._id, inBatch);
  if (isDismissed || missing.length === 0) return null;
  const more = missing.length - namesShown;
  const add = (files: File[]) => {
    const taken = files.filter(({ name }) => takesFile('mismo', name) || isArchive(name));
    if (taken.length > 0) void sendAgain(batch._id, taken);
  };
  const dismiss = () => {
    announcedFiles.forget();
    setDismissed(true);
  };
  return (
    <section className={classes.missing} aria-label={texts.missingFiles}>
      <WarningNote text={texts.missing(missing.length)} />
      <ul>
        {missing.slice(0, namesShown).map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files can have one name
          <li key={`${at} ${name}`}>{name}</li>
        ))}
        {more > 0 && <li>{texts.andMore(more)}</li>}
      </ul>
      <Group gap={8}>
        <FileButton multiple accept=".xml,.zip" onChange={add} inputProps={{ 'aria-label': texts.addAgain }}>
          {(props) => (
            <Button {...props} variant="default">
              {texts.addAgain}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={dismiss}>
          {texts.dismissMissing}
        </Button>
      </Group>
    </section>
  );
}
