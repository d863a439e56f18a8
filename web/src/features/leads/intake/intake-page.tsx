import '@mantine/core/styles/Radio.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AsyncSelect } from '@/shared/ui/async-select';
import { Loaded, Panel } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { toast } from '@/shared/ui/toasts/toast-store';
import { texts as consentTexts } from '../consent/texts';
import type { OwnerOption } from '../create/lead-form';
import { loadOwners } from '../create/lead-lookups';
import { AddressesPanel } from './addresses-panel';
import { type Intake, type IntakeRule, intakeQuery, useIntakeChange } from './intake-calls';
import { texts } from './texts';

/** How incoming leads are handled and who receives them. */
export function IntakePage() {
  const intake = useQuery(intakeQuery);
  return (
    <SettingsPage title={texts.title} text={texts.text}>
      <Loaded query={intake}>{(data) => <Settings key={data.version} intake={data} />}</Loaded>
      <AddressesPanel />
    </SettingsPage>
  );
}

const ownerOf = (owner: Intake['owner']): OwnerOption | null =>
  owner
    ? {
        id: owner.WizeUserId,
        userId: owner.WizeUserId,
        orgUnitId: owner.WizeOrgUnitId,
        label: owner.name,
        hint: owner.branchName,
      }
    : null;

function Settings({ intake }: { intake: Intake }) {
  const change = useIntakeChange();
  const [rule, setRule] = useState<IntakeRule>(intake.rule);
  const [owner, setOwner] = useState(ownerOf(intake.owner));
  const [wording, setWording] = useState(intake.consentWording ?? '');
  const isChanged =
    rule !== intake.rule ||
    owner?.userId !== intake.owner?.WizeUserId ||
    wording.trim() !== (intake.consentWording ?? '');
  const save = () =>
    change.mutate(
      {
        rule,
        owner: owner && { WizeUserId: owner.userId, WizeOrgUnitId: owner.orgUnitId, isPrimary: true },
        consentWording: wording.trim() || null,
        version: intake.version,
      },
      {
        onSuccess: () => void toast.success(texts.saved),
        onError: (error) => void toast.error(error.message),
      },
    );
  return (
    <>
      <Panel title={texts.rule} text={texts.ruleHelp}>
        <Radio.Group aria-label={texts.rule} value={rule} onChange={(value) => setRule(value as IntakeRule)}>
          <Stack gap={12}>
            {(Object.keys(texts.rules) as IntakeRule[]).map((code) => (
              <Radio key={code} value={code} label={texts.rules[code][0]} description={texts.rules[code][1]} />
            ))}
          </Stack>
        </Radio.Group>
      </Panel>
      <Panel title={texts.ownerTitle} text={texts.ownerHelp}>
        <div style={{ maxWidth: 360 }}>
          <AsyncSelect
            label={texts.owner}
            name={texts.owner}
            placeholder={texts.ownerPlaceholder}
            queryKey={['users', 'lead-owners']}
            load={loadOwners}
            value={owner}
            onChange={setOwner}
          />
        </div>
      </Panel>
      <Panel title={consentTexts.settings} text={consentTexts.settingsText}>
        <Textarea
          aria-label={consentTexts.settings}
          autosize
          minRows={3}
          maxLength={2000}
          placeholder={intake.usualConsentWording}
          value={wording}
          onChange={(event) => setWording(event.currentTarget.value)}
        />
      </Panel>
      <Group gap={8}>
        <Button disabled={!isChanged} loading={change.isPending} onClick={save}>
          {texts.save}
        </Button>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/app/leads/review" />}>
          {texts.review}
        </Button>
      </Group>
    </>
  );
}
