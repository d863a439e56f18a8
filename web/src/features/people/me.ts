export {
  displayName,
  meQuery,
  permissionsQuery,
  useActiveUser,
  usePermission as useMay,
  usePermissions,
} from '@/shared/session/me';
