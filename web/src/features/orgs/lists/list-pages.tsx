import { SettingsPage } from '@/shared/ui/settings-page';
import { ListCard } from './list-card';
import { texts } from './texts';

/** Loan stages and withdrawal reasons. */
export const LoanStagesPage = () => (
  <SettingsPage title={texts.stages.title}>
    <ListCard list="loan-stages" words={texts.stages} />
    <ListCard list="withdrawal-reasons" words={texts.withdrawals} />
  </SettingsPage>
);

/** Lead statuses, reasons for lost leads, and outcomes of contacts. */
export const LeadStatusesPage = () => (
  <SettingsPage title={texts.statuses.title}>
    <ListCard list="lead-statuses" words={texts.statuses} />
    <ListCard list="lost-reasons" words={texts.lostReasons} />
    <ListCard list="contact-outcomes" words={texts.outcomes} />
  </SettingsPage>
);

/** Lead sources and lead providers. */
export const LeadSourcesPage = () => (
  <SettingsPage title={texts.sources.title}>
    <ListCard list="lead-sources" words={texts.sources} />
    <ListCard list="lead-providers" words={texts.providers} />
  </SettingsPage>
);

export const LendersPage = () => (
  <SettingsPage title={texts.lenders.title}>
    <ListCard list="lenders" words={texts.lenders} isAlone />
  </SettingsPage>
);

export const ContactCategoriesPage = () => (
  <SettingsPage title={texts.categories.title}>
    <ListCard list="contact-categories" words={texts.categories} />
  </SettingsPage>
);
