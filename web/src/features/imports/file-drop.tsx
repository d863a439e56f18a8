import { ActionIcon, Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import IconFileCheck from '@tabler/icons-react/dist/esm/icons/IconFileCheck.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { fileSize } from '@/shared/lib/format';
import classes from './file-drop.module.css';
import { acceptOf, type ImportFormat, isArchive, takesFile } from './file-rules';
import { texts } from './texts';
import type { useImport } from './use-import';

type Props = {
  format: ImportFormat;
  file: ReturnType<typeof useImport>;
  disabled?: boolean;
  /** A line about the file's content. */
  summary?: ReactNode;
  /** Handles several files at once or an archive. Without it, only the first file is taken. */
  onSeveral?: ((files: File[]) => void) | undefined;
};

/** An area to drop or choose a file. Shows the progress and the file's name. */
export function FileDrop({ format, file, disabled = false, summary, onSeveral }: Props) {
  return (
    <div>
      {file.imported ? (
        <Chosen name={file.imported.name} size={file.imported.size} summary={summary} onRemove={file.remove} />
      ) : file.underWay ? (
        <UnderWay {...file.underWay} />
      ) : (
        <Target
          format={format}
          maxBytes={file.maxBytes}
          disabled={disabled}
          onTake={file.take}
          onSeveral={disabled ? undefined : onSeveral}
        />
      )}
      <p role="alert" className={classes.error}>
        {file.errorText}
      </p>
    </div>
  );
}

type TargetProps = {
  format: ImportFormat;
  maxBytes: number;
  disabled: boolean;
  onTake: (file: File) => void;
  onSeveral: ((files: File[]) => void) | undefined;
};

function Target({ format, maxBytes, disabled, onTake, onSeveral }: TargetProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const taken = [...(files ?? [])].filter(({ name }) => takesFile(format, name) || (onSeveral && isArchive(name)));
    const [file] = taken;
    if (disabled || !file) return;
    if (onSeveral && (taken.length > 1 || isArchive(file.name))) onSeveral(taken);
    else onTake(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.currentTarget.files);
    // Lets the user choose the same file again after correcting it.
    event.currentTarget.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is beside the input, which does the same by keyboard
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <IconUpload size={18} aria-hidden />
      <label htmlFor={id}>
        {disabled ? texts.chooseTypeFirst : texts.dropOr}
        {!disabled && <span className={classes.choose}>{texts.choose}</span>}
      </label>
      <span className={classes.hint}>{texts.upTo(fileSize(maxBytes), acceptOf[format])}</span>
      <input
        id={id}
        type="file"
        className={classes.input}
        data-autofocus
        aria-label={texts.chooseFile}
        accept={acceptOf[format]}
        multiple={Boolean(onSeveral)}
        disabled={disabled}
        onChange={onChange}
      />
      {onSeveral && (
        <label className={classes.archive}>
          {texts.several}
          <span className={classes.choose}>{texts.chooseArchive}</span>
          <input type="file" aria-label={texts.chooseArchiveLabel} accept=".zip" onChange={onChange} />
        </label>
      )}
    </div>
  );
}

function UnderWay({ name, percent }: { name: string; percent: number }) {
  const isSent = percent >= 100;
  return (
    <div className={classes.file}>
      <div className={classes.line}>
        <span className={classes.name}>{isSent ? texts.reading : name}</span>
        <span className="tabular">{percent}%</span>
      </div>
      <Progress value={percent} size={4} animated={isSent} aria-label={texts.uploading(name)} />
    </div>
  );
}

type ChosenProps = { name: string; size: number; summary: ReactNode; onRemove: () => void };

function Chosen({ name, size, summary, onRemove }: ChosenProps) {
  return (
    <div className={classes.file}>
      <div className={classes.line}>
        <IconFileCheck size={18} className={classes.done} aria-hidden />
        <span className={classes.name}>{name}</span>
        <span className={classes.size}>{fileSize(size)}</span>
        <ActionIcon size={24} aria-label={texts.remove} onClick={onRemove}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {summary && <div className={classes.summary}>{summary}</div>}
    </div>
  );
}
