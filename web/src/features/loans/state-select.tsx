export { StateSelect } from '@/shared/records/state-select';
