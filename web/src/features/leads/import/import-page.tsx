import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '@/shared/ui/panel';
import { SettingsPage } from '@/shared/ui/settings-page';
import { FileTarget } from './file-target';
import classes from './import.module.css';
import { importsQuery, type NewLeadImport, useReading } from './import-calls';
import { ImportTerms } from './import-terms';
import { RecentImports } from './recent-imports';
import { texts } from './texts';

/** Imports leads: choose a file, map its columns, import the rows. Lists recent imports below. */
export function ImportPage() {
  const imports = useQuery(importsQuery);
  const reading = useReading();
  const [read, setRead] = useState<NewLeadImport | null>(null);
  return (
    <div className={classes.page}>
      <SettingsPage title={texts.title} text={texts.text}>
        {read ? (
          <ImportTerms key={read.id} read={read} onDone={() => setRead(null)} />
        ) : (
          <FileTarget
            isReading={reading.isPending}
            error={reading.error}
            onTake={(file) => reading.mutate(file, { onSuccess: setRead })}
          />
        )}
        <Loaded query={imports}>{({ rows }) => <RecentImports imports={rows} />}</Loaded>
      </SettingsPage>
    </div>
  );
}
