import type { SealedColumn } from '#infra/db/reseal.ts'
import { deleteSecret } from './store.ts'

export const secretBinding = (name: string, version: string | number): string =>
  `secret_version.sealed_value:${name}:${version}`

/** The stored values, for the rotation of SECRET_KEY. If one is lost, the environment's value applies. */
export const sealedSecrets: SealedColumn = {
  table: 'secret_version',
  column: 'sealed_value',
  key: ['name', 'version'],
  boundTo: (name = '', version = '') => secretBinding(name, version),
  giveUp: (_deps, tx, name = '') => deleteSecret(tx, name),
}
