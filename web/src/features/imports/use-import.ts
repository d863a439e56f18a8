import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ImportResult } from '@/api/types';
import { useConfig } from '@/features/access/config';
import { type ImportSource, importErrorText, importFile } from './import-file';
import { importErrorMs } from './texts';

export type ImportedFile = { name: string; size: number; result: ImportResult };

/** State of one import: the running upload, the result, or an error message for three seconds. */
export function useImport(source: ImportSource | null, onImported: (result: ImportResult) => void) {
  const { uploads } = useConfig();
  const [percent, setPercent] = useState(0);
  const [imported, setImported] = useState<ImportedFile | null>(null);
  const attempt = useMutation({
    mutationFn: (file: File) => {
      setPercent(0);
      return importFile(source ?? 'fnma', file, uploads.maxBytes, setPercent);
    },
    onSuccess: (result, { name, size }) => {
      setImported({ name, size, result });
      onImported(result);
    },
    meta: { quiet: true },
  });

  const { error, reset } = attempt;
  useEffect(() => {
    if (!error) return;
    const timer = setTimeout(reset, importErrorMs);
    return () => clearTimeout(timer);
  }, [error, reset]);

  return {
    maxBytes: uploads.maxBytes,
    imported,
    /** The file being uploaded, with its progress. */
    underWay: attempt.isPending ? { name: attempt.variables.name, percent } : null,
    errorText: error ? importErrorText(error) : null,
    take: attempt.mutate,
    remove: () => setImported(null),
  };
}
