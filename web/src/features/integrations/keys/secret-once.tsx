import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import type { NewApiKey } from './key-calls';
import classes from './keys.module.css';
import { texts } from './texts';

/** The secret of a new key. It can't be shown again. */
export function SecretOnce({ made, onDone }: { made: NewApiKey; onDone: () => void }) {
  return (
    <>
      <p className={classes.lead}>{texts.madeText(made.name)}</p>
      <div className={classes.secret}>
        <TextInput
          label={texts.secret}
          value={made.secret}
          readOnly
          data-autofocus
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton value={made.secret}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
      </div>
      <Group justify="flex-end" mt={20}>
        <Button onClick={onDone}>{texts.done}</Button>
      </Group>
    </>
  );
}
