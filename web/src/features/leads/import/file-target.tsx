import { Loader } from '@mantine/core';
import '@mantine/core/styles/Loader.layer.css';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { type DragEvent, useId, useState } from 'react';
import { ApiError } from '@/api/errors';
import drop from '@/features/imports/file-drop.module.css';
import { texts } from './texts';

type Props = { isReading: boolean; error: Error | null; onTake: (file: File) => void };

/** An area to drop or choose a file of leads. */
export function FileTarget({ isReading, error, onTake }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isReading) onTake(file);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the input, which does the same by keyboard */}
      <div
        className={drop.drop}
        data-over={isOver || undefined}
        data-disabled={isReading || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {isReading ? <Loader size={18} /> : <IconUpload size={18} aria-hidden />}
        <label htmlFor={id}>
          {isReading ? texts.reading : texts.drop}
          {!isReading && <span className={drop.choose}>{texts.choose}</span>}
        </label>
        <span className={drop.hint}>{texts.limits}</span>
        <input
          id={id}
          type="file"
          className={drop.input}
          aria-label={texts.chooseFile}
          accept=".csv,.tsv,.txt,.xlsx"
          disabled={isReading}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file) onTake(file);
            // Lets the user choose the same file again after correcting it.
            currentTarget.value = '';
          }}
        />
      </div>
      <p role="alert" className={drop.error}>
        {error && (error instanceof ApiError && error.hasMessage ? error.message : texts.failed)}
      </p>
    </div>
  );
}
