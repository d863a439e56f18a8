import '@mantine/core/styles/Combobox.layer.css';
import { Loader, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Controller, useFormContext } from 'react-hook-form';
import { searchDelayMs } from '@/shared/lib/constants';
import { leadSourcesQuery } from '@/shared/session/lookups';
import { AsyncSelect } from '@/shared/ui/async-select';
import classes from './add-lead-modal.module.css';
import { isReferralRequired, type LeadForm, type LeadSource, referralKindOf } from './lead-form';
import { leadProvidersQuery, referralLoaders } from './lead-lookups';
import { Section } from './section';
import { texts } from './texts';

/** The lead's source, referral contact and provider. */
export function OriginSection() {
  const sources = useQuery(leadSourcesQuery);
  const providers = useQuery(leadProvidersQuery);
  const { control, setValue, clearErrors, watch, register, formState } = useFormContext<LeadForm>();
  const source = watch('source');
  const choose = (chosen: LeadSource | null) => {
    setValue('source', chosen, { shouldDirty: true });
    // Another source asks for another contact.
    setValue('referral', null);
    setValue('otherSource', '');
    clearErrors(['source', 'referral', 'otherSource']);
  };
  return (
    <Section title={texts.origin}>
      <div className={classes.pair}>
        <Select
          label={texts.source}
          placeholder={texts.sourcePlaceholder}
          data={(sources.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          value={source ? String(source.id) : null}
          onChange={(id) => choose(sources.data?.find((candidate) => String(candidate.id) === id) ?? null)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': `Clear ${texts.source}` }}
          rightSection={sources.isPending ? <Loader size={14} /> : undefined}
          nothingFoundMessage={sources.isError ? texts.listFailed : 'No records found'}
          error={formState.errors.source?.message}
        />
        <Controller
          control={control}
          name="provider"
          render={({ field }) => (
            <Select
              {...field}
              label={texts.provider}
              placeholder={texts.providerPlaceholder}
              data={(providers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `Clear ${texts.provider}` }}
              rightSection={providers.isPending ? <Loader size={14} /> : undefined}
              nothingFoundMessage={providers.isError ? texts.listFailed : 'No records found'}
              error={formState.errors.provider?.message}
            />
          )}
        />
        <Referral source={source} />
        {source?.type === 'OTHER' && (
          <TextInput
            label={texts.otherSource}
            required
            maxLength={255}
            autoComplete="off"
            {...register('otherSource')}
            error={formState.errors.otherSource?.message}
          />
        )}
      </div>
    </Section>
  );
}

/** The referral contact, if the source asks for one. */
function Referral({ source }: { source: LeadSource | null }) {
  const { control, formState } = useFormContext<LeadForm>();
  const kind = referralKindOf(source);
  if (!kind) return null;
  return (
    <Controller
      control={control}
      name="referral"
      render={({ field }) => (
        <AsyncSelect
          label={texts.referral}
          name={texts.referral}
          placeholder={texts.referralPlaceholder}
          required={isReferralRequired(source)}
          queryKey={['referrals', kind]}
          load={referralLoaders[kind]}
          delayMs={searchDelayMs}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={formState.errors.referral?.message}
        />
      )}
    />
  );
}
