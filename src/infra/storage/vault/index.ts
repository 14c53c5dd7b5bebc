import { resolve } from 'node:path'
import type { S3Settings } from '#infra/config/stores.ts'
import { createFolderVault } from './folder-vault.ts'
import { createS3Vault } from './s3-vault.ts'
import { type Vault, VaultUnusable } from './vault.ts'

export { type Vault, VaultUnusable } from './vault.ts'

/** Opens the location with that name: a folder, or `s3://bucket/prefix` with the given store settings. */
export function openVault(place: string, s3: Omit<S3Settings, 'bucket'>): Vault {
  if (!/^[a-z][a-z0-9+.-]*:/i.test(place)) return createFolderVault(resolve(place))
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]*?))?\/?$/.exec(place) ?? []
  if (bucket === undefined)
    throw new VaultUnusable('A backup location is a folder, s3://BUCKET or s3://BUCKET/PREFIX, without a user name.')
  return createS3Vault({ ...s3, bucket }, prefix)
}
