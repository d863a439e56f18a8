import { UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answer, api } from '@/api/client';
import classes from './facts.module.css';
import { texts } from './texts';

/** A revealed value is masked again after this long, in milliseconds. */
const maskAgainMs = 60_000;

/** A revealed value as people write it. */
const revealed = (path: string, value: string): string =>
  path.endsWith('taxpayerIdentifier')
    ? value.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3')
    : value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

type Props = { loanId: number; label: string; masked: string; path: string; mayReveal: boolean };

/** A sealed value: masked until it is asked for. Every reveal is an entry in the audit, so it is never kept. */
export function SealedValue({ loanId, label, masked, path, mayReveal }: Props) {
  const reveal = useMutation({
    mutationFn: () => answer(api.POST('/api/loans/{id}/reveals', { params: { path: { id: loanId } }, body: { path } })),
    gcTime: 0,
  });
  const { data, reset } = reveal;
  useEffect(() => {
    if (!data) return;
    const timer = setTimeout(reset, maskAgainMs);
    return () => clearTimeout(timer);
  }, [data, reset]);

  return (
    <span className={classes.sealed}>
      <span className="tabular">{data ? revealed(path, String(data.value)) : masked}</span>
      {mayReveal && (
        <UnstyledButton
          className={classes.reveal}
          aria-label={data ? texts.hideLabel(label) : texts.revealLabel(label)}
          disabled={reveal.isPending}
          onClick={() => (data ? reset() : reveal.mutate())}
        >
          {data ? texts.hide : texts.reveal}
        </UnstyledButton>
      )}
    </span>
  );
}
