export * from '@/shared/session/lookups';
