import type { Db } from '#infra/db/client.ts'
import { type Seal, SealBroken } from '#infra/seal/seal.ts'
import { secretBinding } from './sealed-column.ts'
import { selectValues } from './store.ts'

interface StoredSecret {
  readonly name: string
  readonly version: number
  readonly opens: boolean
}

/** Lists the stored secrets in use, and whether the current keys can open them. Never returns their values. */
export async function examineStored(db: Db, seal: Pick<Seal, 'open'>): Promise<readonly StoredSecret[]> {
  const stored = await selectValues(db, 'inForce')
  return stored
    .map(({ name, version, sealedValue }) => ({ name, version, opens: canOpen(seal, sealedValue, name, version) }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function canOpen(seal: Pick<Seal, 'open'>, value: Buffer, name: string, version: number): boolean {
  try {
    seal.open(value, secretBinding(name, version))
    return true
  } catch (error) {
    if (error instanceof SealBroken) return false
    throw error
  }
}
