import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useFormContext } from 'react-hook-form';
import { Panel } from '@/shared/ui/panel';
import { loanNumber } from './loan-number';
import { texts } from './texts';
import type { UnitForm } from './unit-form';
import classes from './unit-form.module.css';

/** The company's loan numbers and loan settings. */
export function LoansPanel() {
  const { register, watch, formState } = useFormContext<UnitForm>();
  const [pattern, nmlsId] = watch(['loanNumberPattern', 'nmlsId']);
  const example = loanNumber(pattern.trim(), 104217, nmlsId.trim() || '1', new Date());
  return (
    <Panel title={texts.loans}>
      <div className={classes.fields}>
        <div>
          <TextInput
            label={texts.pattern}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={60}
            {...register('loanNumberPattern')}
            error={formState.errors.loanNumberPattern?.message}
            aria-describedby="loan-number-example"
          />
          <p id="loan-number-example" className={classes.help}>
            <span className={classes.example}>{texts.example(example)}</span>
            <br />
            {texts.patternHelp}
          </p>
        </div>
        <Checkbox
          className={classes.whole}
          label={texts.nonDelegated}
          description={texts.nonDelegatedHelp}
          {...register('isNonDelegated')}
        />
      </div>
    </Panel>
  );
}
