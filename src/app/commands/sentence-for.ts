import { SettingsFault } from '#infra/config/settings-fault.ts'
import { EmbeddedUnavailable } from '#infra/db/embedded/index.ts'
import { isDatabaseAway, isLockBusy } from '#infra/db/faults.ts'
import { LayoutFault } from '#infra/db/layout.ts'
import { DatabaseIsNewer, MigrationBlocked } from '#infra/db/migrations/index.ts'
import { SecretKeyDamaged } from '#infra/seal/seal.ts'
import { StorageAway } from '#infra/storage/index.ts'
import { VaultUnusable } from '#infra/storage/vault/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { BackupFault } from '#modules/backups/index.ts'
import { PlansFault } from '#modules/plans/index.ts'
import { SecretKeyUnknown } from '../secrets/require-secret-key.ts'

const kinds = [
  SettingsFault,
  PlansFault,
  EmbeddedUnavailable,
  DatabaseIsNewer,
  MigrationBlocked,
  LayoutFault,
  SecretKeyUnknown,
  SecretKeyDamaged,
  BackupFault,
  StorageAway,
  VaultUnusable,
  Refusal,
]
const foldersFaults = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EDQUOT', 'EEXIST', 'EISDIR'])

/**
 * Returns a sentence for an error that the operator can fix. Returns null if the error is a bug, whose stack trace is
 * shown.
 */
export function sentenceFor(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (kinds.some((kind) => error instanceof kind)) return error.message
  const { syscall, code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (syscall === 'listen') {
    const why = code === 'EADDRINUSE' ? 'the port is already in use' : error.message
    return `Cannot listen on ${address}:${port}: ${why}. Change PORT or HOST; \`posthorn doctor\` checks them.`
  }
  if (isLockBusy(error))
    return `The database is reachable, but another session holds a lock: ${error.message}. Check pg_stat_activity for a migration or an open transaction. Wait for it or terminate it, then try again.`
  const parameter = /^unsupported startup parameter(?: in options)?: (\S+)/.exec(error.message)?.[1]
  if (parameter !== undefined)
    return `The connection pooler rejects the parameter ${parameter}. Set ignore_startup_parameters in its settings, as shown in docs/operations.md under "Behind a pooler".`
  if (isDatabaseAway(error))
    return `The database is not responding: ${error.message}. Check DATABASE_URL and whether the server is running.`
  // 28: authentication; 3D: the database name; 42501: privileges.
  if (code !== undefined && /^(?:28|3D|42501)/.test(code))
    return `The database refused the connection: ${error.message}. Check the user, password and database name in DATABASE_URL.`
  if (path !== undefined && foldersFaults.has(code ?? ''))
    return `${error.message}. DATA_DIR must have free space, and all files in it must be owned by this account (chown -R).`
  return sentenceFor(error.cause)
}
