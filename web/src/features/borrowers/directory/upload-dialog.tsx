import '@/shared/ui/modal-styles';
import { Button, FileInput, Group, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema';
import { upload } from '@/api/upload';
import { modalWidths } from '@/shared/lib/constants';
import { useIsPhone } from '@/shared/lib/use-is-phone';
import { Status } from '@/shared/ui/announcer/status';
import classes from './upload-dialog.module.css';
import { texts } from './upload-texts';

type Imported = components['schemas']['BorrowersImport'];

/** Imports borrowers from a spreadsheet and reports the result of each row. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const isPhone = useIsPhone();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const addition = useMutation({
    mutationFn: (chosen: File) => {
      const body = new FormData();
      body.append('files', chosen);
      const url = '/api/bulk-imports/borrowers';
      return upload<Imported>({ method: 'POST', url, body, signed: false, onProgress: () => {} });
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['borrowers'] }),
    meta: { quiet: true },
  });
  const { error, isPending, data } = addition;
  const choose = (chosen: File | null) => {
    addition.reset();
    setFile(chosen);
  };
  return (
    <Modal
      opened
      onClose={() => !isPending && onClose()}
      title={texts.title}
      size={modalWidths.small}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <FileInput
        label={texts.file}
        description={texts.columns}
        placeholder={texts.choose}
        accept=".xlsx"
        value={file}
        onChange={choose}
        disabled={isPending}
        error={error && (error instanceof ApiError && error.hasMessage ? error.message : texts.failed)}
        clearable
        data-autofocus
      />
      {data && <Result {...data} />}
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" disabled={isPending} onClick={onClose}>
          {data ? texts.close : texts.cancel}
        </Button>
        <Button
          disabled={!file || data !== undefined}
          loading={isPending}
          onClick={() => file && addition.mutate(file)}
        >
          {texts.add}
        </Button>
      </Group>
    </Modal>
  );
}

const Result = ({ created, updated, failed }: Imported) => (
  <div className={classes.result}>
    <p>
      <Status text={texts.result(created, updated, failed.length)} />
    </p>
    {failed.length > 0 && (
      <ul className={classes.failed} aria-label={texts.failedRows}>
        {failed.map(({ row, message }) => (
          <li key={row}>
            <span className={classes.row}>{texts.row(row)}</span>
            {message}
          </li>
        ))}
      </ul>
    )}
  </div>
);
