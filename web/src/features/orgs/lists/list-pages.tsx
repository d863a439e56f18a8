import { SettingsPage } from '../settings/settings-page';
import { ListCard } from './list-card';
import { texts } from './texts';

/** Where loans stand, and why applications are withdrawn. */
export const LoanStagesPage = () => (
  <SettingsPage title={texts.stages.title}>
    <ListCard list="loan-stages" words={texts.stages} />
    <ListCard list="withdrawal-reasons" words={texts.withdrawals} />
  </SettingsPage>
);

/** What becomes of leads, why they are lost, and what comes of being in touch with them. */
export const LeadStatusesPage = () => (
  <SettingsPage title={texts.statuses.title}>
    <ListCard list="lead-statuses" words={texts.statuses} />
    <ListCard list="lost-reasons" words={texts.lostReasons} />
    <ListCard list="contact-outcomes" words={texts.outcomes} />
  </SettingsPage>
);

/** Where leads come from, and who sells them. */
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
