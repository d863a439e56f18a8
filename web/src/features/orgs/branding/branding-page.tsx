import { useQuery, useQueryClient } from '@tanstack/react-query';
import { themeRecordQuery, useThemeRecord } from '@/shared/brand/theme-record';
import { meQuery } from '@/shared/session/me';
import { Loaded } from '@/shared/ui/panel';
import { RecordForm } from '@/shared/ui/record-form';
import { type BrandingCalls, brandingQuery } from './branding';
import { formOf, type LookForm, lookOf, lookResolver } from './branding-form';
import classes from './branding-page.module.css';
import { ColorPanel, FilesPanel, LogosPanel, TitlesPanel } from './branding-panels';
import { BrandingPreview } from './branding-preview';

const fieldOf = (path: string) => path as keyof LookForm;

/** Edits a company's branding with a preview. */
export function BrandingPage({ branding, companyName }: { branding: BrandingCalls; companyName: string }) {
  const query = brandingQuery(branding);
  const loaded = useQuery(query);
  const queryClient = useQueryClient();
  const { queryKey } = themeRecordQuery;
  const shown = useThemeRecord();
  const save = async (form: LookForm, version: number) => {
    const saved = await branding.save(lookOf(form), version);
    queryClient.setQueryData(query.queryKey, saved);
    // Updates the user's own theme and title at once.
    void queryClient.refetchQueries({ queryKey: meQuery.queryKey });
    if (shown?.WizeOrgUnit?.id === branding.companyId) void queryClient.refetchQueries({ queryKey });
    return saved;
  };
  return (
    <Loaded query={loaded}>
      {(look) => (
        <RecordForm record={look} formOf={formOf} resolver={lookResolver} fieldOf={fieldOf} save={save}>
          <div className={classes.columns}>
            <div className={classes.panels}>
              <TitlesPanel companyName={companyName} />
              <ColorPanel />
              <LogosPanel branding={branding} />
              {branding.isProvider && <FilesPanel />}
            </div>
            <BrandingPreview companyName={companyName} />
          </div>
        </RecordForm>
      )}
    </Loaded>
  );
}
