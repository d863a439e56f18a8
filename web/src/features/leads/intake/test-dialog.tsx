import '@/shared/ui/modal-styles';
import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { modalWidths } from '@/shared/lib/constants';
import { StateMark } from '@/shared/ui/state-mark';
import { texts as importTexts } from '../import/texts';
import { type Address, useTest } from './address-calls';
import classes from './intake.module.css';
import { texts } from './texts';

/** Shows how a sample would be parsed. */
export default function TestDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const test = useTest(address.id);
  const [sample, setSample] = useState('');
  return (
    <Modal opened onClose={onClose} title={texts.testOf(address.name)} size={modalWidths.medium}>
      <Textarea
        label={texts.sample}
        description={texts.sampleHelp}
        data-autofocus
        autosize
        minRows={5}
        maxRows={12}
        value={sample}
        onChange={({ currentTarget }) => setSample(currentTarget.value)}
      />
      <div role="status" className={classes.found}>
        {test.data && (
          <>
            <StateMark tone={test.data.isReadable ? 'green' : 'red'}>
              {test.data.isReadable ? texts.readable : texts.unreadable}
            </StateMark>
            <dl>
              {test.data.found.map(({ holds, field, text }) => (
                <div key={holds}>
                  <dt>{importTexts.holds[holds]}</dt>
                  <dd>
                    {text} <span>{field}</span>
                  </dd>
                </div>
              ))}
            </dl>
            {Object.values(test.data.faults).map((fault) => (
              <p key={fault}>{fault}</p>
            ))}
          </>
        )}
        {test.isError && <p>{test.error.message}</p>}
      </div>
      <Group justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
        <Button disabled={sample.trim() === ''} loading={test.isPending} onClick={() => test.mutate(sample)}>
          {texts.test}
        </Button>
      </Group>
    </Modal>
  );
}
