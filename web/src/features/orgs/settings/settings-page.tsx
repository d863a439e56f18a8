export { SettingsPage } from '@/shared/ui/settings-page';
