import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answer, api } from '@/api/client';
import classes from '../form.module.css';
import { useForm, useFormValue } from '../form-context';
import type { Scope } from '../layout';
import { Rows } from '../rows';
import { texts } from '../texts';

const rows = [
  ['demographics/ethnicities:12'],
  ['demographics/ethnicityOrigins:8', 'demographics/ethnicityOther:4'],
  ['demographics/ethnicityRefused:12'],
  ['demographics/sexes:12'],
  ['demographics/sexRefused:12'],
  ['demographics/races:12'],
  ['demographics/raceDesignations:12'],
  ['demographics/tribe:4', 'demographics/otherAsian:4', 'demographics/otherPacificIslander:4'],
  ['demographics/raceRefused:12'],
  ['demographics/takenBy:6'],
  ['demographics/ethnicityObserved:12'],
  ['demographics/sexObserved:12'],
  ['demographics/raceObserved:12'],
];

/** Section 8. Its answers are sealed: they are read on request, and the audit log names the reader. */
export function SealedAnswers({ scope }: { scope: Scope }) {
  const { store, loanId, mayReveal } = useForm();
  const isShown = useFormValue((form) => form.hasDemographics);
  const isGiven = useFormValue(({ document }) =>
    document.sealed.some((path) => path.startsWith(`${scope.prefix}demographics`)),
  );
  const show = useMutation({
    mutationFn: () => answer(api.GET('/api/loans/{id}/demographics', { params: { path: { id: loanId } } })),
    onSuccess: ({ borrowers }) => store.showDemographics(borrowers),
    gcTime: 0,
  });
  if (isShown) return <Rows rows={rows} prefix={scope.prefix} section="8" />;
  return (
    <p className={classes.quiet}>
      {isGiven ? texts.answersSealed : texts.nothingEntered}{' '}
      {mayReveal && (
        <Button variant="subtle" size="compact-xs" loading={show.isPending} onClick={() => show.mutate()}>
          {texts.showAnswers}
        </Button>
      )}
    </p>
  );
}
